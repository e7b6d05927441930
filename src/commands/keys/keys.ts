import { AppError, usageError } from '../../base/errors.ts'
import { DAY_MS } from '../../base/time.ts'
import type { AccountRow } from '../../cache/load/management/load-service-accounts.ts'
import { keyNameProblem, parseExpiry } from '../../domain/keys/expiry.ts'
import { keySorts, keyTable, type ListedKey, sortByUrgency } from '../../domain/keys/key-list.ts'
import { type KeyRow, keyRow } from '../../domain/keys/key-rows.ts'
import { KEY_COLUMNS, keyComputed, keyOutput } from '../../domain/keys/key-words.ts'
import { UNKNOWN } from '../../domain/text/format.ts'
import { loadOptions } from '../kit/load-options.ts'
import { parseId, parseWhole } from '../kit/option-values.ts'
import { changeCommand } from '../output/change-command.ts'
import { withComputed } from '../output/document.ts'
import { type Loaded, listCommand } from '../output/list-command.ts'
import { columnsOf } from '../output/row-layout.ts'
import { trackedIdCommands } from '../output/tracked-id-commands.ts'

const accountArgument = {
  name: 'service-account-id',
  help: 'id of the service account',
  completes: 'service account',
} as const

const toListedKey = (key: KeyRow): ListedKey => ({ account: key.account, key })

/** Why the keys of some accounts are missing; undefined if none are missing. */
const unreadReason = (accounts: readonly AccountRow[]): string | undefined => {
  const failed = accounts.filter(({ failure }) => failure)
  if (failed.length === 0) return undefined
  return `The keys of ${failed.map(({ id }) => id).join(', ')} could not be read: ${failed[0]?.failure?.message}`
}

/** Offline rows: keys are not cached, only the ids of their accounts. */
const offlineKeys = (accounts: readonly AccountRow[]): Loaded<KeyRow> => {
  const ids = accounts.map(({ id }) => id)
  const rows = ids.map((id) => ({ serviceAccountId: id }))
  return {
    rows: [],
    incomplete: `Keys are not cached, so --offline lists only the ids of accounts: ${ids.join(', ')}.`,
    print: () => ({ rows, envelope: { apiKeys: [], serviceAccounts: ids } }),
  }
}

const list = listCommand({
  name: 'keys list',
  summary: 'List service-account keys, most urgent first',
  reads: true,
  description:
    'Lists the keys of one service account or, without an id, of all known ones: added, imported, or seen in responses. Keys that expire within 30 days come first, then keys that never expire, then keys older than a year.',
  what: 'keys',
  example: 'state=active left<30d age>300d name~deploy',
  arguments: [{ ...accountArgument, isOptional: true }],
  cacheOptions: ['offline', 'refresh'],
  options: [
    { flags: '--active', help: 'only active keys' },
    { flags: '--inactive', help: 'only revoked or expired keys' },
    { flags: '--expiring <days>', help: 'only active keys that expire within N days' },
  ],
  layout: {
    columns: [
      ...columnsOf('text', { serviceAccountId: 'ACCOUNT', name: 'NAME', id: 'ID', state: 'STATE', note: 'NOTE' }),
      ...columnsOf('text', { expiresAt: 'EXPIRES', createdAt: 'CREATED', fingerprint: 'FINGERPRINT' }),
    ],
    members: KEY_COLUMNS,
  },
  examples: ['keys list', 'keys list sa_ci --expiring 30', 'keys list --inactive --format csv'],
  parse: ({ args, options: { active, inactive, expiring: days } }) => {
    const expiring = parseWhole(days, '--expiring', { min: 0, max: 36_500 })
    if (inactive && (active || expiring !== undefined))
      throw usageError(`--inactive and ${active ? '--active' : '--expiring'} cannot be used together.`)
    return {
      /** Undefined: all accounts with a stored id. */
      account: args[0] === undefined ? undefined : parseId(args[0], 'service account'),
      isWanted: (row: KeyRow, now: number): boolean =>
        (!active || row.state === 'active') &&
        (!inactive || row.state !== 'active') &&
        (expiring === undefined || (row.expiresAt !== undefined && row.expiresAt <= now + expiring * DAY_MS)),
    }
  },
  table: (now) => keyTable(now, toListedKey),
  sorts: { ...keySorts(toListedKey), defaultSort: 'urgency' },
  load: async ({ account, isWanted }, deps) => {
    const { isOffline, now: nowOf, management } = await deps.source()
    const { serviceAccounts } = management
    const options = loadOptions(deps)
    const { data, problems } = await (account === undefined
      ? serviceAccounts.loadAll(options)
      : serviceAccounts.loadOne(account, options))
    const accounts = [data].flat()
    if (isOffline) return offlineKeys(accounts)
    const now = nowOf()
    const keys = accounts.flatMap(({ id, item = [] }) => item.map((key) => keyRow(id, key, now)))
    const wanted = keys.filter((row) => isWanted(row, now))
    return {
      rows: sortByUrgency(wanted, toListedKey),
      problems,
      incomplete: unreadReason(accounts),
      print: (chosen) => {
        const raw = chosen.map((row) =>
          withComputed(
            account === undefined ? { serviceAccountId: row.account, ...row.key } : row.key,
            keyComputed(row, now),
          ),
        )
        const isTable = deps.format === 'table'
        const rows = chosen.map((row) => ({
          ...keyOutput(row, now, isTable && deps.globals.isAscii),
          ...(row.isExpiryUnknown && isTable && { expiresAt: UNKNOWN }),
        }))
        return { rows: deps.format === 'ndjson' ? raw : rows, envelope: { apiKeys: raw } }
      },
      notes: () => [
        accounts.length === 0 ? 'There are no service accounts yet: add one with qd keys add ID.' : undefined,
      ],
    }
  },
})

const create = changeCommand({
  name: 'keys create',
  summary: 'Create a service-account key and print it (if supported)',
  description:
    'Prints the value of the key once and does not store it. Asks for confirmation on a terminal; elsewhere, proceeds without asking.',
  arguments: [accountArgument],
  options: [
    { flags: '--name <name>', help: 'name, 1 to 128 characters' },
    { flags: '--expires <when>', help: '90d, 2027-01-31 (UTC) or never (default: never)' },
  ],
  examples: ['keys create sa_ci --name deploy --expires 90d'],
  change: 'createKey',
  parse: ({ args, options: { name, expires = 'never' } }, now) => {
    if (name === undefined) throw usageError('--name is required.')
    const problem = keyNameProblem(name)
    if (problem !== undefined) throw usageError(`--name ${problem}: use another name.`)
    const expiry = parseExpiry(expires, now)
    if (expiry.is === 'wrong') throw usageError(`--expires ${expiry.why}: use 90d, 2027-01-31 or never.`)
    const account = parseId(args[0], 'service account')
    const body = { name, ...(expiry.is === 'at' && { expiresAt: expiry.at }) }
    return {
      request: { params: { serviceAccountId: account }, body },
      question: `Create the key ${name} of ${account}, and print its value?`,
      howToCheck: `Check with qd keys list ${account}. If the key exists, revoke it and create another, because its value is lost.`,
      done: (answer) => {
        const { value, id = 'without an id' } = answer.apiKey ?? {}
        if (value === undefined)
          throw new AppError('failed', `The key ${name} was created, but the server did not send its value: revoke it.`)
        return [value, answer, `Created the key ${name} of ${account}, ${id}. Its value is shown only once.`]
      },
    }
  },
})

const revoke = changeCommand({
  name: 'keys revoke',
  summary: 'Revoke a service-account key (if supported)',
  description:
    'Anything using the key stops working immediately. Asks for confirmation; without a terminal, pass --yes.',
  arguments: [accountArgument, { name: 'key-id', help: 'id of the key' }],
  examples: ['keys revoke sa_ci key_12 --yes'],
  change: 'revokeKey',
  destroys: true,
  parse: ({ args }) => {
    const account = parseId(args[0], 'service account')
    const keyId = parseId(args[1], 'key')
    return {
      request: { params: { serviceAccountId: account, keyId } },
      question: `Permanently revoke the key ${keyId} of ${account}?`,
      howToCheck: `Check with qd keys list ${account}; revoking it again changes nothing.`,
      done: () => [`Revoked the key ${keyId} of ${account}.`, { serviceAccountId: account, keyId, revoked: true }],
    }
  },
})

export const keyCommands = [list, ...trackedIdCommands('keys', 'serviceAccounts', 'service account'), create, revoke]
