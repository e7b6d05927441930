import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, usageError } from '../../base/errors.ts'
import type { Computer } from '../../contract/computers.ts'
import type { Lenient } from '../../contract/lenient.ts'
import {
  EDITED_FIELDS,
  type EditedField,
  fieldProblem,
  nameHint,
  nameProblem,
} from '../../domain/computers/computer-fields.ts'
import {
  COMPUTER_COLUMNS,
  computerComputed,
  computerOutput,
  computerSorts,
  computerTable,
  type ListedComputer,
} from '../../domain/computers/computer-list.ts'
import { decisiveStep, isProvisioning, statusGroupOf, stepsOf } from '../../domain/computers/computer-steps.ts'
import { moment } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { duration } from '../../domain/text/time-text.ts'
import { sendChange, yesOption } from '../kit/change.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { callOptions, finishCommand, loadOptions } from '../kit/load-options.ts'
import { noteTo } from '../kit/notes.ts'
import { parseId } from '../kit/option-values.ts'
import { changeCommand } from '../output/change-command.ts'
import { withComputed } from '../output/document.ts'
import { listCommand } from '../output/list-command.ts'
import { printDone, printRows } from '../output/print-rows.ts'
import { columnsOf, type RowLayout } from '../output/row-layout.ts'
import { trackedIdCommands } from '../output/tracked-id-commands.ts'

const computerLayout: RowLayout = {
  columns: [
    { member: 'name', title: 'NAME', kind: 'text', otherwise: 'id' },
    ...columnsOf('text', { id: 'ID', status: 'STATUS', providerType: 'PROVIDER', remoteUser: 'USER' }),
    ...columnsOf('text', { steps: 'STEPS', createdAt: 'CREATED' }),
  ],
  members: COMPUTER_COLUMNS,
}

/** How to find out whether a change of a computer was applied. */
const statusHint = (id: string): string => `Check its state with qd computers show ${id}.`

const list = listCommand({
  name: 'computers list',
  summary: 'List computers and their status',
  reads: true,
  description: 'Lists all computers. If the server cannot list computers, lists those that you added by id.',
  what: 'computers',
  example: 'status=error name~gpu age>30d',
  cacheOptions: ['offline', 'refresh'],
  layout: computerLayout,
  examples: ['computers list', "computers list --where 'status=error age>2d' --json"],
  table: (now) => computerTable(now, (listed: ListedComputer) => listed),
  sorts: { ...computerSorts((one: ListedComputer) => one), defaultSort: 'server order' },
  load: async (_, deps) => {
    const source = await deps.source()
    const { data, at, problems } = await source.management.computers.loadAll(loadOptions(deps))
    const isUnlisted = !data.isListed && !source.isOffline
    return {
      rows: data.rows,
      at,
      problems,
      print: (chosen) => {
        const raw = chosen.map(({ id, name, item }) =>
          withComputed(item ?? { id, ...(name !== undefined && { name }) }, computerComputed(item)),
        )
        const rows = deps.format === 'ndjson' ? raw : chosen.map(computerOutput)
        return { rows, envelope: { computers: raw } }
      },
      notes: () => [
        isUnlisted
          ? 'The server cannot list computers, so these are the computers that you added by id. Add more with qd computers add ID.'
          : undefined,
        ...data.rows.map(({ id, failure }) => failure && `${id}: ${failure.message}`),
      ],
    }
  },
})

const idArgument = [{ name: 'id', help: 'id of the computer', completes: 'computer' }] as const

const LABEL = 18

const show = command({
  name: 'computers show',
  summary: 'Show a computer with its provisioning steps',
  reads: true,
  arguments: idArgument,
  cacheOptions: ['offline', 'refresh'],
  examples: ['computers show comp_7f21', 'computers show comp_7f21 --json'],
  parse: ({ args }) => parseId(args[0], 'computer'),
  run: async (id, deps) => {
    const source = await deps.source()
    const { data, at, problems } = await source.management.computers.loadOne(id, loadOptions(deps))
    const { item } = data
    if (!item)
      throw new AppError(
        'notFound',
        source.isOffline
          ? `Only the name of ${id} is cached, and --offline sends no requests.`
          : `The state of ${id} is unknown: this server returns it only when you change the computer.`,
      )
    const line = (name: string, text: string): string => `${name.padEnd(LABEL)}  ${text}\n`
    const facts = Object.entries(computerOutput(data)).filter(([member, value]) => value !== null && member !== 'steps')
    const table = (): string =>
      [
        ...facts.map(([member, value]) => line(member, safeText(value))),
        ...stepsOf(item, source.now()).flatMap(({ name, status, durationMs, error, sessionId }) => [
          line(safeText(name), `${safeText(status)}${durationMs === undefined ? '' : `  ${duration(durationMs)}`}`),
          error === undefined ? '' : line('', safeText(error)),
          sessionId === undefined ? '' : line('', `install session ${safeText(sessionId)}`),
        ]),
        line('as of', moment(data.at)),
      ].join('')
    const envelope = withComputed(item, computerComputed(item))
    const rows = [deps.format === 'ndjson' ? envelope : computerOutput(data)]
    printRows({ rows, envelope, layout: computerLayout, table }, deps)
    await finishCommand({ at, problems }, deps)
  },
})

const parseName = (text: string | undefined, flag: string): string => {
  if (text === undefined) throw usageError(`${flag} is required.`)
  const problem = nameProblem(text)
  if (problem !== undefined) throw usageError(`${flag} ${problem}: use another name.`)
  return text
}

/** Note that newer servers may reject this name, which is sent anyway; undefined if they accept it. */
const nameNote = (name: string | undefined): string | undefined =>
  name === undefined || nameHint(name) === undefined
    ? undefined
    : `The name ${name} may be rejected: newer servers accept only a-z, 0-9 and -.`

const create = changeCommand({
  name: 'computers create',
  summary: 'Create a computer (if supported)',
  description: 'Asks for confirmation on a terminal; elsewhere, proceeds without asking.',
  options: [
    { flags: '--name <name>', help: 'name, 1 to 63 characters' },
    { flags: '--remote-user <name>', help: 'account name, 1 to 63 characters' },
    { flags: '--provider <provider>', help: 'byom (your own machine) or a hosted provider (default: byom)' },
  ],
  examples: ['computers create --name build-02 --remote-user agent'],
  change: 'createComputer',
  parse: ({ options: { name: typed, remoteUser, provider = 'byom' } }) => {
    const name = parseName(typed, '--name')
    return {
      request: { body: { name, remoteUser: parseName(remoteUser, '--remote-user'), provider } },
      question: `Create the computer ${name} with the provider ${provider}?`,
      howToCheck: 'Check whether it exists with qd computers list.',
      note: nameNote(name),
      done: (made) => [`Created the computer ${name}: ${made.id ?? 'the response has no id'}.`, made],
    }
  },
})

const flags: Record<EditedField, string> = { name: '--name', hostId: '--host-id', remoteUser: '--remote-user' }

const update = changeCommand({
  name: 'computers update',
  summary: 'Change the name, host or account of a computer',
  description:
    'Changes only the fields that are given. Asks for confirmation on a terminal; elsewhere, proceeds without asking.',
  arguments: idArgument,
  options: [
    { flags: '--name <name>', help: 'new name, 1 to 63 characters' },
    { flags: '--host-id <uuid>', help: 'new host' },
    { flags: '--remote-user <name>', help: 'account name, 1 to 63 characters' },
  ],
  examples: ['computers update comp_7f21 --name build-01-eu'],
  change: 'updateComputer',
  parse: ({ args, options }) => {
    const id = parseId(args[0], 'computer')
    const body: Partial<Record<EditedField, string>> = {}
    for (const field of EDITED_FIELDS) {
      const value = options[field]
      if (value === undefined) continue
      // The current value is not known, so an empty text is always an error.
      const problem = value === '' ? 'is empty' : fieldProblem(field, value, undefined)
      if (problem !== undefined) throw usageError(`${flags[field]} ${problem}: use another value.`)
      body[field] = value
    }
    const changes = Object.entries(body).map(([field, value]) => `${field} to ${value}`)
    const all = Object.values(flags).join(', ')
    if (changes.length === 0) throw usageError(`Nothing to change: use at least one of ${all}.`)
    return {
      request: { params: { computerId: id }, body },
      question: `Change ${changes.join(', ')} of the computer ${id}?`,
      howToCheck: statusHint(id),
      note: nameNote(body.name),
      done: (answer) => [`Changed the computer ${id}.`, answer],
    }
  },
})

/** Interval between two requests for a computer that is still being set up, ms. */
const POLL_INTERVAL_MS = 2_000

/** @throws AppError of kind `usage`, before anything is sent, if the server cannot report the progress. */
const assertCanWait = async (deps: Deps): Promise<void> => {
  const { data } = await (await deps.source()).management.extensions(callOptions(deps))
  if (!data.includes('computer') && !data.includes('computers'))
    throw usageError('This server cannot report the state of a computer: remove --wait.')
}

const waitUntilInstalled = async (id: string, deps: Deps): Promise<Lenient<Computer>> => {
  const source = await deps.source()
  while (true) {
    const { data } = await source.management.computers.loadOne(id, { ...callOptions(deps), isForced: true })
    if (data.item && !isProvisioning(data.item)) return data.item
    try {
      await sleep(POLL_INTERVAL_MS, undefined, { signal: deps.signal })
    } catch {
      throw new AppError('interrupted', `Interrupted: the installation on ${id} continues.`)
    }
  }
}

const installDeps = command({
  name: 'computers install-deps',
  summary: 'Reinstall the dependencies of a computer',
  description:
    'Succeeds if an installation is already running. Asks for confirmation on a terminal; elsewhere, proceeds without asking.',
  arguments: idArgument,
  formats: ['table', 'json'],
  options: [{ flags: '--wait', help: 'wait for the installation; exit 1 if it fails' }, yesOption],
  examples: ['computers install-deps comp_7f21 --wait'],
  parse: ({ args, options }) => ({ id: parseId(args[0], 'computer'), isWaiting: options.wait, isYes: options.yes }),
  run: async ({ id, isWaiting, isYes }, deps) => {
    if (isWaiting) await assertCanWait(deps)
    const words = { question: `Reinstall the dependencies of ${id}?`, isYes, howToCheck: statusHint(id) }
    // Undefined if an installation is already running.
    const started = await sendChange('installDependencies', { params: { computerId: id } }, words, deps).catch(
      (error) => {
        if (error instanceof AppError && error.status === 409) return undefined
        throw error
      },
    )
    if (!isWaiting) {
      const sentence = started ? `Started the installation on ${id}.` : `The installation on ${id} is already running.`
      printDone(sentence, started ?? { id, alreadyRunning: true }, deps)
      return
    }
    if (!started) noteTo(deps.err, `The installation on ${id} is already running: waiting for it to finish.`)
    const ended = await waitUntilInstalled(id, deps)
    if (statusGroupOf(ended) !== 'active') {
      const error = decisiveStep(stepsOf(ended, deps.now()))?.error
      const end = `${ended.status ?? 'unknown status'}${error === undefined ? '' : `: ${error}`}`
      throw new AppError('failed', `The installation on ${id} failed: ${end}.`)
    }
    printDone(`The installation on ${id} succeeded.`, ended, deps)
  },
})

/** Parses a change whose only argument is the id of a computer. */
const parseIdOnly =
  (textsOf: (id: string) => readonly [question: string, done: string, member: string]) =>
  ({ args }: CommandInput<[]>) => {
    const id = parseId(args[0], 'computer')
    const [question, done, member] = textsOf(id)
    const request = { params: { computerId: id } }
    return { request, question, howToCheck: statusHint(id), done: () => [done, { id, [member]: true }] as const }
  }

const restart = changeCommand({
  name: 'computers restart',
  summary: 'Resume a paused computer (if supported)',
  description:
    'A running computer is not rebooted. Asks for confirmation on a terminal; elsewhere, proceeds without asking.',
  arguments: idArgument,
  examples: ['computers restart comp_7f21'],
  change: 'restartComputer',
  parse: parseIdOnly((id) => [`Restart the computer ${id}?`, `Restarted the computer ${id}.`, 'restarted']),
})

const remove = changeCommand({
  name: 'computers delete',
  summary: 'Delete a computer (if supported)',
  description: 'Asks for confirmation; without a terminal, pass --yes.',
  arguments: idArgument,
  examples: ['computers delete comp_7f21 --yes'],
  change: 'deleteComputer',
  destroys: true,
  parse: parseIdOnly((id) => [`Permanently delete the computer ${id}?`, `Deleted the computer ${id}.`, 'deleted']),
})

const known = trackedIdCommands('computers', 'computers', 'computer')

export const computerCommands = [list, show, ...known, update, installDeps, create, restart, remove]
