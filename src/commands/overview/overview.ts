import type { Range } from '../../domain/calendar.ts'
import { EARLIEST_DAY } from '../../domain/calendar.ts'
import { comparisonFor, overviewOf } from '../../domain/overview.ts'
import { AppError } from '../../errors.ts'
import { parseRange, rangeOptions } from '../analytics/range.ts'
import { type CommandInput, command, type Deps } from '../command.ts'
import { noteTo } from '../note.ts'
import { masked } from '../output/masked.ts'
import { jsonText } from '../output/print-rows.ts'
import { callOptions } from '../wait-notice.ts'
import { loadOverview, type MissingPart } from './load-overview.ts'
import { isRefusal } from './missing.ts'
import { overviewJson } from './overview-json.ts'
import { overviewText } from './overview-text.ts'

export type OverviewOptions = { range: Range; isCompared: boolean }

export const parseOverview = (input: CommandInput, now: number): OverviewOptions => ({
  range: parseRange(input, now),
  isCompared: input.options.compare !== undefined,
})

export const runOverview = async ({ range, isCompared }: OverviewOptions, deps: Deps): Promise<undefined> => {
  const previous = isCompared ? comparisonFor(range) : undefined
  const client = await deps.client()
  const { parts, missing } = await loadOverview(client, range, previous, callOptions(deps))
  const overview = overviewOf({ range, previous, now: client.serverNow() ?? deps.now(), ...parts })
  const text =
    deps.format === 'json'
      ? jsonText(overviewJson(overview, missing), deps.isOutputTerminal)
      : overviewText(masked(overview, deps.redact), { isAscii: deps.globals.isAscii, columns: deps.columns })
  deps.out(text)
  if (isCompared && previous === undefined)
    noteTo(deps.err, `There is nothing to compare with: the period before ${range.from} starts before ${EARLIEST_DAY}.`)
  for (const part of missing) noteTo(deps.err, missingNote(part))
  // What a key may not see stays so; anything else is worth another try, which a script has to know.
  const failed = missing.filter((part) => !isRefusal(part))
  if (failed.length > 0)
    throw new AppError('incomplete', `The overview lacks ${failed.map(({ part }) => part).join(', ')}: try again.`)
}

const missingNote = ({ part, error }: MissingPart): string => `Without ${part}: ${error.message}`

export const overview = command({
  name: 'overview',
  summary: 'The organisation in brief: credits, people, sessions, commits, tool calls, controls, readiness',
  description:
    'What the key may not see is left out and named on standard error. People are averaged over the days, everything else is summed.',
  formats: ['table', 'json'],
  options: [
    ...rangeOptions,
    { flags: '--compare <period>', help: 'compare with the period directly before', choices: ['prev'] },
  ],
  examples: ['overview', 'overview --last 14d --compare prev', 'overview --from 2026-10-01 --to 2026-10-31 --json'],
  parse: parseOverview,
  run: runOverview,
})
