import { pageTitles, runFacts } from '../../domain/wiki/run-facts.ts'
import { noteAge } from '../kit/cache-use.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'
import { FORMATS } from '../kit/output-format.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { printRows } from '../output/print-rows.ts'
import { findRun, parseRun, repoOption, type WantedRun } from './find-run.ts'
import { rawRun, rawRunLayout, runLayout, runRow } from './wiki-list.ts'

const LABEL = 12

const optionRows = [repoOption] as const

const runShowRun = async (wanted: WantedRun, deps: Deps): Promise<undefined> => {
  const source = await deps.source()
  const { id } = await findRun(wanted, deps)
  const { data, at } = await source.management.wikiRuns.loadOne(id, callOptions(deps))
  const raw = rawRun(data)
  const table = (): string => {
    const facts = runFacts(data).map(([name, fact]) => `${name.padEnd(LABEL)}${fact}\n`)
    const titles = pageTitles(data.item?.pageTree)
    return [...facts, ...(titles.length > 0 ? ['\n'] : []), ...titles.map((title) => `${title}\n`)].join('')
  }
  const isRaw = deps.format === 'ndjson'
  const layout = isRaw ? rawRunLayout : runLayout
  printRows({ rows: [isRaw ? raw : runRow(data, deps.format)], envelope: raw, layout, table }, deps)
  if (!data.item) noteTo(deps.err, 'This server does not read single wiki runs: that is all that is known of it.')
  noteAge(source, at, deps)
}

export const wikiShow = command({
  name: 'wiki show',
  summary: 'What the server tells of a wiki run',
  arguments: [{ name: 'run', help: 'its id, or latest', completes: 'wiki run' }],
  options: optionRows,
  formats: FORMATS,
  members: runLayout.members,
  cacheOptions: ['offline'],
  examples: ['wiki show wr_81f0', 'wiki show latest --repo checkout --json'],
  parse: ({ args, options }: CommandInput<typeof optionRows>) => parseRun(args[0] ?? '', options.repo),
  run: runShowRun,
})
