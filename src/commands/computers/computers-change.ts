import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../base/errors.ts'
import type { Computer } from '../../contract/computers.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { EDITED_FIELDS, type EditedField, fieldFault, nameFault } from '../../domain/computers/computer-fields.ts'
import { isOnItsWay, standingOf } from '../../domain/computers/computer-status.ts'
import { stepsOf, tellingStep } from '../../domain/computers/computer-steps.ts'
import { carryOutChange, yesOption } from '../kit/change.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { callOptions } from '../kit/load-options.ts'
import { noteTo } from '../kit/notes.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { parseId } from '../kit/option-values.ts'
import { printDone } from '../output/print-rows.ts'
import { lookAt, noteNameHint } from './computers-list.ts'

const createOptions = [
  { flags: '--name <name>', help: 'its name, 1 to 63 characters' },
  { flags: '--remote-user <name>', help: 'the account on it, 1 to 63 characters' },
  { flags: '--provider <provider>', help: 'byom, or a hosted provider (default: byom)' },
  yesOption,
] as const satisfies readonly OptionRow[]

type CreateOptions = { body: { name: string; remoteUser: string; provider: string }; isYes: boolean }

const parseCreate = ({ options }: CommandInput<typeof createOptions>): CreateOptions => {
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
  options: createOptions,
  examples: ['computers create --name build-02 --remote-user agent'],
  parse: parseCreate,
  run: runCreate,
})

const updateOptions = [
  { flags: '--name <name>', help: 'its new name, 1 to 63 characters' },
  { flags: '--host-id <uuid>', help: 'its new host' },
  { flags: '--remote-user <name>', help: 'the account on it, 1 to 63 characters' },
  yesOption,
] as const satisfies readonly OptionRow[]

const flags: Record<EditedField, string> = { name: '--name', hostId: '--host-id', remoteUser: '--remote-user' }

type UpdateOptions = { id: string; body: Partial<Record<EditedField, string>>; isYes: boolean }

const parseUpdate = ({ args, options }: CommandInput<typeof updateOptions>): UpdateOptions => {
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
  options: updateOptions,
  examples: ['computers update comp_7f21 --name build-01-eu'],
  parse: parseUpdate,
  run: runUpdate,
})

const installOptions = [
  { flags: '--wait', help: 'wait until the installation has ended; 1 when it failed' },
  yesOption,
] as const satisfies readonly OptionRow[]

type InstallOptions = { id: string; isWaiting: boolean; isYes: boolean }

/** Between two looks at a computer that is on its way, ms. */
const EVERY_MS = 2_000

const parseInstall = ({ args, options }: CommandInput<typeof installOptions>): InstallOptions => ({
  id: parseId(args[0], 'computer'),
  isWaiting: options.wait,
  isYes: options.yes,
})

const runInstall = async ({ id, isWaiting, isYes }: InstallOptions, deps: Deps): Promise<undefined> => {
  if (isWaiting) await judgeWait(deps)
  const begun = await begin(id, isYes, deps)
  if (!isWaiting) {
    const sentence = begun ? `The installation on ${id} has begun.` : `The installation on ${id} is already running.`
    printDone(sentence, begun ?? { id, alreadyRunning: true }, deps)
    return
  }
  if (!begun) noteTo(deps.err, `The installation on ${id} is already running: waiting for its end.`)
  const ended = await waitForEnd(id, deps)
  if (standingOf(ended) !== 'active') throw new AppError('failed', failureOf(id, ended, deps.now()))
  printDone(`The installation on ${id} has ended well.`, ended, deps)
}

/** @throws AppError of kind `usage` where the server cannot be asked how it goes on, before anything is sent. */
const judgeWait = async (deps: Deps): Promise<void> => {
  const { data } = await (await deps.source()).management.extensions(callOptions(deps))
  if (!data.includes('computer') && !data.includes('computers'))
    throw new AppError('usage', '--wait asks how it goes on, and this server tells of no computer: leave it out.')
}

/** The computer as it is then; undefined where an installation runs already. */
const begin = async (id: string, isYes: boolean, deps: Deps): Promise<Lenient<Computer> | undefined> => {
  const words = { question: `Install the dependencies of ${id} again?`, isYes, look: lookAt(id) }
  try {
    return await carryOutChange('installDependencies', { params: { computerId: id } }, words, deps)
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return undefined
    throw error
  }
}

const waitForEnd = async (id: string, deps: Deps): Promise<Lenient<Computer>> => {
  const source = await deps.source()
  while (true) {
    const { data } = await source.management.computers.loadOne(id, { ...callOptions(deps), isForced: true })
    if (data.item && !isOnItsWay(data.item)) return data.item
    try {
      await sleep(EVERY_MS, undefined, { signal: deps.signal })
    } catch {
      throw new AppError('interrupted', `Interrupted: the installation on ${id} goes on.`)
    }
  }
}

const failureOf = (id: string, computer: Lenient<Computer>, now: number): string => {
  const step = tellingStep(stepsOf(computer, now))
  return `The installation on ${id} has ended as ${computer.status ?? 'nothing that was told'}${step?.error === undefined ? '' : `: ${step.error}`}.`
}

export const computersInstallDeps = command({
  name: 'computers install-deps',
  summary: 'Run the installation of dependencies on a computer again',
  description: 'One that is already running is no failure. Asks before on a terminal.',
  arguments: [{ name: 'id', help: 'id of the computer', completes: 'computer' }],
  formats: ['table', 'json'],
  options: installOptions,
  examples: ['computers install-deps comp_7f21 --wait'],
  parse: parseInstall,
  run: runInstall,
})

const yesOptions = [yesOption] as const satisfies readonly OptionRow[]

type OwnOptions = { id: string; isYes: boolean }

const parse = ({ args, options }: CommandInput<typeof yesOptions>): OwnOptions => ({
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
  options: yesOptions,
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
