import { AppError, usageError } from '../../base/errors.ts'
import { KEY_ROLES, ROLES } from '../../contract/roles.ts'
import { dayAt, fieldsOf } from '../../domain/filter/field-of.ts'
import type { RowTable } from '../../domain/filter/row-columns.ts'
import { parseExpiry } from '../../domain/keys/expiry.ts'
import { KEY_STATES } from '../../domain/keys/key-rows.ts'
import { outputOf } from '../../domain/output/csv.ts'
import { moment } from '../../domain/text/format.ts'
import { timeText } from '../../domain/text/time-text.ts'
import { confirm, yesOption } from '../kit/change.ts'
import { command } from '../kit/command.ts'
import { noteTo } from '../kit/notes.ts'
import { dataOption, parseData, type ServerKey, withServerData } from '../kit/server-data.ts'
import { listCommand } from '../output/list-command.ts'
import { printDone } from '../output/print-rows.ts'
import { columnsOf } from '../output/row-layout.ts'

const nameArgument = { name: 'name', help: 'name of the key' } as const

const MAX_NAME = 64

/** @throws AppError of kind `usage` unless a name is easy to read in a log and to type. */
const parseName = (name: string | undefined): string => {
  if (name === undefined || name.length > MAX_NAME || !/^[a-z0-9][a-z0-9._-]*$/.test(name))
    throw usageError(`NAME must have 1 to ${MAX_NAME} lower-case letters, digits, dots, hyphens or underscores.`)
  if (ROLES.some((role) => role === name)) throw usageError(`NAME must not be the name of a role: choose another.`)
  return name
}

/**
 * When a key expires, in Unix ms; undefined: never.
 *
 * @throws AppError of kind `usage`.
 */
const expiryAt = (typed: string, now: number): number | undefined => {
  const expiry = parseExpiry(typed, now)
  if (expiry.is === 'wrong') throw usageError(`--expires ${expiry.why}: use 90d, 2027-01-31 or never.`)
  return expiry.is === 'at' ? expiry.at : undefined
}

const add = command({
  name: 'serve keys add',
  summary: 'Create an access key of a server and print it',
  description:
    'Prints the value of the key once and stores only its SHA-256. A key with the role ingest may only send telemetry and hook events. A file that does not exist is created.',
  arguments: [nameArgument],
  options: [
    { flags: '--role <role>', help: 'rights of the key', choices: KEY_ROLES },
    { flags: '--expires <when>', help: '90d, 2027-01-31 (UTC) or never' },
    dataOption,
  ],
  formats: ['table', 'json'],
  pipeFormat: 'table',
  isLocal: true,
  examples: ['serve keys add alice --role manager --expires 90d --data acme.db'],
  parse: ({ args, options: { role, expires, data } }, now) => {
    if (role === undefined) throw usageError(`--role is required: ${KEY_ROLES.join(', ')}.`)
    if (expires === undefined) throw usageError('--expires is required: 90d, 2027-01-31 or never.')
    expiryAt(expires, now)
    return { name: parseName(args[0]), role, expires, data: parseData(data) }
  },
  run: ({ name, role, expires, data }, deps) =>
    withServerData(
      data,
      deps,
      async (server) => {
        // Keys expire by the server's clock, which may be ahead.
        const expiresAt = expiryAt(expires, await server.now())
        const value = await server.addKey({ name, role, expiresAt })
        if (value === undefined)
          throw new AppError('failed', `The name ${name} is already used, maybe by a revoked key: choose another.`)
        printDone(value, { name, role, expiresAt: timeText(expiresAt), value }, deps)
        noteTo(deps.err, `Created the key ${name} with the role ${role}. Its value is shown only once.`)
      },
      true,
    ).then(() => undefined),
})

const { columns: members, rowOf } = outputOf<[ServerKey]>({
  name: ({ name }) => name,
  role: ({ role }) => role,
  state: ({ state }) => state,
  createdAt: ({ createdAt }) => timeText(createdAt),
  expiresAt: ({ expiresAt }) => timeText(expiresAt),
  revokedAt: ({ revokedAt }) => timeText(revokedAt),
  lastUsedAt: ({ lastUsedAt }) => timeText(lastUsedAt),
})

/** The cells of a key in a table. */
const cellsOf = (key: ServerKey) => ({
  ...rowOf(key),
  createdAt: moment(key.createdAt),
  expiresAt: key.expiresAt === null ? 'never' : moment(key.expiresAt),
  revokedAt: key.revokedAt === null ? '' : moment(key.revokedAt),
  lastUsedAt: key.lastUsedAt === null ? 'never' : moment(key.lastUsedAt),
})

const field = fieldsOf((key: ServerKey) => key)
const table: RowTable<ServerKey> = {
  isPhrase: true,
  fields: [
    field('name', 'text', ({ name }) => name),
    field('role', 'word', ({ role }) => role, [], KEY_ROLES),
    field('state', 'word', ({ state }) => state, [], KEY_STATES),
    field('created', 'day', ({ createdAt }) => dayAt(createdAt)),
    field('expires', 'day', ({ expiresAt }) => dayAt(expiresAt)),
    field('used', 'day', ({ lastUsedAt }) => dayAt(lastUsedAt)),
  ],
  nameOf: ({ name }) => name,
}

const list = listCommand({
  name: 'serve keys list',
  summary: 'List the access keys of a server, by name',
  description: 'The last use is stored once a minute. The keys of the roles, which qd serve prints, are not listed.',
  what: 'keys',
  example: 'state=active role=ingest',
  isLocal: true,
  options: [dataOption],
  layout: {
    columns: [
      ...columnsOf('text', { name: 'NAME', role: 'ROLE', state: 'STATE' }),
      ...columnsOf('day', {
        expiresAt: 'EXPIRES',
        lastUsedAt: 'LAST USED',
        createdAt: 'CREATED',
        revokedAt: 'REVOKED',
      }),
    ],
    members,
  },
  examples: ['serve keys list --data acme.db', 'serve keys list --data acme.db --where state=active --format csv'],
  parse: ({ options }) => parseData(options.data),
  table: () => table,
  sorts: { names: ['name', 'created', 'expires', 'used'], defaultSort: 'name' },
  load: async (data, deps) => {
    const keys = await withServerData(data, deps, (server) => server.keys())
    return {
      rows: keys,
      print: (chosen) => {
        const rows = chosen.map(rowOf)
        return { rows: deps.format === 'table' ? chosen.map(cellsOf) : rows, envelope: { keys: rows } }
      },
      notes: () => [keys.length === 0 ? 'There are no keys yet: add one with qd serve keys add NAME.' : undefined],
    }
  },
})

const revoke = command({
  name: 'serve keys revoke',
  summary: 'Revoke an access key of a server',
  description:
    'Anything using the key stops working within 3 seconds. Asks for confirmation; without a terminal, pass --yes.',
  arguments: [nameArgument],
  options: [dataOption, yesOption],
  formats: ['table', 'json'],
  pipeFormat: 'table',
  isLocal: true,
  examples: ['serve keys revoke alice --data acme.db --yes'],
  parse: ({ args, options: { data, yes } }) => ({ name: parseName(args[0]), data: parseData(data), isYes: yes }),
  run: async ({ name, data, isYes }, deps): Promise<undefined> =>
    withServerData(data, deps, async (server) => {
      const key = (await server.keys()).find((each) => each.name === name)
      if (key === undefined) throw new AppError('notFound', `There is no key named ${name}: see qd serve keys list.`)
      if (key.state === 'revoked')
        return printDone(`The key ${name} is already revoked.`, { name, revoked: false }, deps)
      await confirm(`Permanently revoke the key ${name} (${key.role})?`, isYes, deps)
      await server.revokeKey(name)
      return printDone(`Revoked the key ${name}.`, { name, revoked: true }, deps)
    }),
})

export const serveKeyCommands = [add, list, revoke]
