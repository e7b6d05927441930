import { computerOutput } from '../../domain/computers/computer-output.ts'
import { loadOptions, noteAge } from '../kit/cache-use.ts'
import { command, type Deps } from '../kit/command.ts'
import { noteProblems, noteTo } from '../kit/note.ts'
import { FORMATS } from '../kit/output-format.ts'
import { printRows } from '../output/print-rows.ts'
import { computerLayout } from './computer-words.ts'

export const runComputersList = async (_options: undefined, deps: Deps): Promise<undefined> => {
  const source = await deps.source()
  const { data, at, problems } = await source.management.computers.loadAll(loadOptions(deps))
  const raw = data.rows.map(({ id, name, item }) => item ?? { id, ...(name !== undefined && { name }) })
  const rows = deps.format === 'ndjson' ? raw : data.rows.map(({ id, name, item }) => computerOutput(id, name, item))
  printRows({ rows, envelope: { computers: raw }, layout: computerLayout }, deps)
  if (!data.isListed && !source.isOffline)
    noteTo(deps.err, 'The server has no list: these are known by their ids. qd computers add ID adds one.')
  for (const { id, failure } of data.rows) if (failure) noteTo(deps.err, `${id}: ${failure.message}`)
  noteAge(source, at, deps)
  noteProblems(problems, deps)
}

export const computersList = command({
  name: 'computers list',
  summary: 'Computers and how they stand',
  description: 'All of them where the server has a list; else those whose ids are known here.',
  formats: FORMATS,
  cacheOptions: ['offline', 'refresh'],
  options: [],
  examples: ['computers list', 'computers list --json'],
  parse: () => undefined,
  run: runComputersList,
})
