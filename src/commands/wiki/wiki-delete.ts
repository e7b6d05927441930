import { AppError } from '../../base/errors.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { confirm, yesOption } from '../kit/confirm.ts'
import { noteTo } from '../kit/note.ts'
import { callOptions } from '../kit/wait-notice.ts'
import { parseRunId } from './find-run.ts'

export type DeleteOptions = { id: string; isYes: boolean }

const optionRows = [yesOption] as const

export const runDelete = async ({ id, isYes }: DeleteOptions, deps: Deps): Promise<undefined> => {
  await confirm(`Delete the wiki run ${id} on the server?`, isYes, deps)
  const { management } = await deps.source()
  const outcome = await management.change('deleteWiki', { params: { wikiRunId: id } }, callOptions(deps))
  if (outcome.is === 'done') {
    noteTo(deps.err, `Deleted ${id}.`)
    return
  }
  if (outcome.is === 'refused') throw outcome.error
  const { message, request, status, requestId } = outcome.error
  const look = `qd wiki show ${id} tells whether it is still there, where the server reads single runs`
  throw new AppError('outcomeUnknown', `${message.replace(/\.$/, '')}: it may have been deleted; ${look}.`, {
    request,
    status,
    requestId,
    cause: outcome.error,
  })
}

export const wikiDelete = command({
  name: 'wiki delete',
  summary: 'Delete a wiki run on the server',
  description: 'Asks first; archives that were downloaded stay.',
  arguments: [{ name: 'run', help: 'its id', completes: 'wiki run' }],
  options: optionRows,
  formats: ['table'],
  pipeFormat: 'table',
  examples: ['wiki delete wr_81f0'],
  parse: ({ args, options }: CommandInput<typeof optionRows>): DeleteOptions => ({
    id: parseRunId(args[0] ?? ''),
    isYes: options.yes,
  }),
  run: runDelete,
})
