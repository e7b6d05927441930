import { AppError } from '../../base/errors.ts'
import { nameFault } from '../../domain/computers/computer-fields.ts'
import { carryOutChange } from '../kit/carry-out-change.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { yesOption } from '../kit/confirm.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { printDone } from '../output/print-done.ts'
import { noteNameHint } from './computer-words.ts'

const optionRows = [
  { flags: '--name <name>', help: 'its name, 1 to 63 characters' },
  { flags: '--remote-user <name>', help: 'the account on it, 1 to 63 characters' },
  { flags: '--provider <provider>', help: 'byom, or a hosted provider (default: byom)' },
  yesOption,
] as const satisfies readonly OptionRow[]

type CreateOptions = { body: { name: string; remoteUser: string; provider: string }; isYes: boolean }

const parseCreate = ({ options }: CommandInput<typeof optionRows>): CreateOptions => {
  const { name, remoteUser, provider = 'byom', yes } = options
  return {
    body: { name: judged(name, '--name'), remoteUser: judged(remoteUser, '--remote-user'), provider },
    isYes: yes,
  }
}

const judged = (text: string | undefined, flag: string): string => {
  const fault = text === undefined ? 'is missing' : nameFault(text)
  if (text === undefined || fault !== undefined) throw new AppError('usage', `${flag} ${fault}: give a name.`)
  return text
}

const runCreate = async ({ body, isYes }: CreateOptions, deps: Deps): Promise<undefined> => {
  noteNameHint(body.name, deps)
  const look = 'qd computers list tells whether it is there.'
  const words = { question: `Create the computer ${body.name} of ${body.provider}?`, isYes, look }
  const made = await carryOutChange('createComputer', { body }, words, deps)
  printDone(`Created the computer ${body.name}: ${made.id ?? 'its id was not told'}.`, made, deps)
}

export const computersCreate = command({
  name: 'computers create',
  summary: 'Create a computer, where the server has that',
  description: 'Asks before on a terminal.',
  formats: ['table', 'json'],
  options: optionRows,
  examples: ['computers create --name build-02 --remote-user agent'],
  parse: parseCreate,
  run: runCreate,
})
