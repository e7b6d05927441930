import { toJson } from '../../domain/output/output.ts'
import { noteAge } from '../kit/cache-use.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { findRun, parseRun, repoOption, type WantedRun } from './find-run.ts'
import { rawRun } from './wiki-list.ts'

const optionRows = [repoOption] as const

export const runShowRun = async (wanted: WantedRun, deps: Deps): Promise<undefined> => {
  const source = await deps.source()
  const { id } = await findRun(wanted, deps)
  const { data, at } = await source.management.wikiRuns.loadOne(id, callOptions(deps))
  deps.out(`${toJson(rawRun(data), { indent: 2 })}\n`)
  if (!data.item) noteTo(deps.err, 'This server does not read single wiki runs: that is all that is known of it.')
  noteAge(source, at, deps)
}

export const wikiShow = command({
  name: 'wiki show',
  summary: 'What the server tells of a wiki run',
  arguments: [{ name: 'run', help: 'its id, or latest', completes: 'wiki run' }],
  options: optionRows,
  formats: ['json'],
  cacheOptions: ['offline'],
  examples: ['wiki show wr_81f0', 'wiki show latest --repo checkout'],
  parse: ({ args, options }: CommandInput<typeof optionRows>) => parseRun(args[0] ?? '', options.repo),
  run: runShowRun,
})
