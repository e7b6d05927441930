import { carryOutChange } from '../kit/carry-out-change.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { yesOption } from '../kit/confirm.ts'
import { printDone } from '../output/print-done.ts'
import { parseRunId } from './find-run.ts'

export type DeleteOptions = { id: string; isYes: boolean }

const optionRows = [yesOption] as const

const runDelete = async ({ id, isYes }: DeleteOptions, deps: Deps): Promise<undefined> => {
  const look = `qd wiki show ${id} tells whether it is still there, where the server reads single runs.`
  const words = { question: `Delete the wiki run ${id} on the server?`, isYes, destroys: true, look }
  await carryOutChange('deleteWiki', { params: { wikiRunId: id } }, words, deps)
  printDone(`Deleted ${id}.`, { id, deleted: true }, deps)
}

export const wikiDelete = command({
  name: 'wiki delete',
  summary: 'Delete a wiki run on the server',
  description: 'Asks first; archives that were downloaded stay.',
  arguments: [{ name: 'run', help: 'its id', completes: 'wiki run' }],
  options: optionRows,
  formats: ['table', 'json'],
  examples: ['wiki delete wr_81f0'],
  parse: ({ args, options }: CommandInput<typeof optionRows>): DeleteOptions => ({
    id: parseRunId(args[0] ?? ''),
    isYes: options.yes,
  }),
  run: runDelete,
})
