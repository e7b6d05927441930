import { AppError } from '../../base/errors.ts'
import { EDITED_FIELDS, type EditedField, fieldFault } from '../../domain/computers/computer-fields.ts'
import { carryOutChange } from '../kit/carry-out-change.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { yesOption } from '../kit/confirm.ts'
import { parseId } from '../kit/id-argument.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { printDone } from '../output/print-done.ts'
import { lookAt, noteNameHint } from './computer-words.ts'

const optionRows = [
  { flags: '--name <name>', help: 'its new name, 1 to 63 characters' },
  { flags: '--host-id <uuid>', help: 'its new host' },
  { flags: '--remote-user <name>', help: 'the account on it, 1 to 63 characters' },
  yesOption,
] as const satisfies readonly OptionRow[]

const flags: Record<EditedField, string> = { name: '--name', hostId: '--host-id', remoteUser: '--remote-user' }

type UpdateOptions = { id: string; body: Partial<Record<EditedField, string>>; isYes: boolean }

const parseUpdate = ({ args, options }: CommandInput<typeof optionRows>): UpdateOptions => {
  const id = parseId(args[0], 'computer')
  const body: UpdateOptions['body'] = {}
  for (const field of EDITED_FIELDS) {
    const value = options[field]
    if (value === undefined) continue
    // What is set now is not known: an empty text is judged as a new one.
    const fault = value === '' ? 'is empty' : fieldFault(field, value, undefined)
    if (fault !== undefined) throw new AppError('usage', `${flags[field]} ${fault}: give another one.`)
    body[field] = value
  }
  if (Object.keys(body).length === 0)
    throw new AppError('usage', `Nothing would be changed: give ${Object.values(flags).join(', ')} or several of them.`)
  return { id, body, isYes: options.yes }
}

const runUpdate = async ({ id, body, isYes }: UpdateOptions, deps: Deps): Promise<undefined> => {
  if (body.name !== undefined) noteNameHint(body.name, deps)
  const told = EDITED_FIELDS.flatMap((field) => (body[field] === undefined ? [] : [`${field} to ${body[field]}`]))
  const words = { question: `Change ${told.join(', ')} of the computer ${id}?`, isYes, look: lookAt(id) }
  const answer = await carryOutChange('updateComputer', { params: { computerId: id }, body }, words, deps)
  printDone(`Changed the computer ${id}.`, answer, deps)
}

export const computersUpdate = command({
  name: 'computers update',
  summary: 'Change the name, host or account of a computer',
  description: 'Only what is given is sent, once. Asks before on a terminal.',
  arguments: [{ name: 'id', help: 'id of the computer', completes: 'computer' }],
  formats: ['table', 'json'],
  options: optionRows,
  examples: ['computers update comp_7f21 --name build-01-eu'],
  parse: parseUpdate,
  run: runUpdate,
})
