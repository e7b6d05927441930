import { AppError } from '../../base/errors.ts'
import { computerOutput } from '../../domain/computers/computer-output.ts'
import { stepsOf } from '../../domain/computers/computer-steps.ts'
import { duration } from '../../domain/text/duration.ts'
import { moment } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { loadOptions, noteAge } from '../kit/cache-use.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { parseId } from '../kit/id-argument.ts'
import { noteProblems } from '../kit/note.ts'
import { FORMATS } from '../kit/output-format.ts'
import { printRows } from '../output/print-rows.ts'
import { computerLayout } from './computer-words.ts'

const parseComputerId = ({ args }: CommandInput<[]>): string => parseId(args[0], 'computer')

const runComputersShow = async (id: string, deps: Deps): Promise<undefined> => {
  const source = await deps.source()
  const { data, at, problems } = await source.management.computers.loadOne(id, loadOptions(deps))
  const { item } = data
  if (!item)
    throw new AppError(
      'notFound',
      source.isOffline
        ? `Nothing of ${id} is kept on disk but its name, and --offline asks for nothing.`
        : `This server tells of ${id} only when it is changed: it has neither a list nor single reads.`,
    )
  const now = source.now()
  const table = (): string =>
    [
      ...Object.entries(computerOutput(id, data.name, item))
        .filter(([member, value]) => value !== null && member !== 'steps')
        .map(([member, value]) => `${member.padEnd(18)}  ${safeText(value)}`),
      ...stepsOf(item, now).flatMap(({ name, status, durationMs, error, sessionId }) => [
        `${safeText(name).padEnd(18)}  ${safeText(status)}${durationMs === undefined ? '' : `  ${duration(durationMs)}`}`,
        ...(error === undefined ? [] : [`${''.padEnd(18)}  ${safeText(error)}`]),
        ...(sessionId === undefined ? [] : [`${''.padEnd(18)}  install session ${safeText(sessionId)}`]),
      ]),
      `${'as of'.padEnd(18)}  ${moment(data.at)}`,
      '',
    ].join('\n')
  const rows = [deps.format === 'ndjson' ? item : computerOutput(id, data.name, item)]
  printRows({ rows, envelope: item, layout: computerLayout, table }, deps)
  noteAge(source, at, deps)
  noteProblems(problems, deps)
}

export const computersShow = command({
  name: 'computers show',
  summary: 'A computer with its provisioning steps',
  arguments: [{ name: 'id', help: 'id of the computer', completes: 'computer' }],
  formats: FORMATS,
  cacheOptions: ['offline', 'refresh'],
  options: [],
  examples: ['computers show comp_7f21', 'computers show comp_7f21 --json'],
  parse: parseComputerId,
  run: runComputersShow,
})
