import { carryOutChange } from '../kit/carry-out-change.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { yesOption } from '../kit/confirm.ts'
import { parseId } from '../kit/id-argument.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { printDone } from '../output/print-done.ts'
import { lookAt } from './computer-words.ts'

const optionRows = [yesOption] as const satisfies readonly OptionRow[]

type OwnOptions = { id: string; isYes: boolean }

const parse = ({ args, options }: CommandInput<typeof optionRows>): OwnOptions => ({
  id: parseId(args[0], 'computer'),
  isYes: options.yes,
})

const runRestart = async ({ id, isYes }: OwnOptions, deps: Deps): Promise<undefined> => {
  const words = { question: `Restart the computer ${id}?`, isYes, look: lookAt(id) }
  await carryOutChange('restartComputer', { params: { computerId: id } }, words, deps)
  printDone(`Restarted the computer ${id}.`, { id, restarted: true }, deps)
}

const runDelete = async ({ id, isYes }: OwnOptions, deps: Deps): Promise<undefined> => {
  const words = { question: `Delete the computer ${id} for good?`, isYes, destroys: true, look: lookAt(id) }
  await carryOutChange('deleteComputer', { params: { computerId: id } }, words, deps)
  printDone(`Deleted the computer ${id}.`, { id, deleted: true }, deps)
}

const shared = {
  arguments: [{ name: 'id', help: 'id of the computer', completes: 'computer' }],
  formats: ['table', 'json'],
  options: optionRows,
  parse,
} as const

export const computersRestart = command({
  ...shared,
  name: 'computers restart',
  summary: 'Resume a computer that is paused, where the server has that',
  description: 'To one that runs nothing happens. Asks before on a terminal.',
  examples: ['computers restart comp_7f21'],
  run: runRestart,
})

export const computersDelete = command({
  ...shared,
  name: 'computers delete',
  summary: 'Delete a computer, where the server has that',
  description: 'Asks before; without a terminal it takes --yes.',
  examples: ['computers delete comp_7f21 --yes'],
  run: runDelete,
})
