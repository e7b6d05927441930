import { AppError } from '../../base/errors.ts'
import { DAY_MS } from '../../base/time.ts'
import type { AccountRow } from '../../cache/load/management/load-service-accounts.ts'
import { KEY_SORTS, type KeySort, keySortBy, keyTable, type ListedKey, sortedKeys } from '../../domain/keys/key-list.ts'
import { KEY_COLUMNS, keyOutput } from '../../domain/keys/key-output.ts'
import { type KeyRow, keyRow } from '../../domain/keys/key-rows.ts'
import { UNKNOWN } from '../../domain/text/format.ts'
import { incompleteMembers, loadOptions, throwIfIncomplete } from '../kit/cache-use.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { parseId } from '../kit/id-argument.ts'
import { noteProblems, noteTo } from '../kit/note.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { FORMATS } from '../kit/output-format.ts'
import { parseWhole } from '../kit/parse-whole.ts'
import { parseSort, sortOption } from '../kit/sort-option.ts'
import { type ChooseRows, fieldNamesOf, parseRowsWhere, WHERE_HELP, whereOption } from '../kit/where.ts'
import { printRows } from '../output/print-rows.ts'
import type { RowLayout } from '../output/row-layout.ts'

const optionRows = [
  { flags: '--active', help: 'only keys that work' },
  { flags: '--inactive', help: 'only keys that were revoked or have expired' },
  { flags: '--expiring <days>', help: 'only keys that work and expire within so many days' },
  whereOption("only keys for which all hold: 'state=active left<30d age>300d name~deploy'"),
  sortOption(KEY_SORTS, 'care'),
] as const satisfies readonly OptionRow[]

type ListOptions = {
  /** Undefined: all accounts whose ids are known. */
  account: string | undefined
  state: 'active' | 'inactive' | undefined
  /** Days from now. */
  expiring: number | undefined
  where: ChooseRows<KeyRow> | undefined
  sort: KeySort
}

const listedOf = (key: KeyRow): ListedKey => ({ account: key.account, key })

const tableFor = (now: number) => keyTable(now, listedOf)

const parseKeysList = ({ args, options }: CommandInput<typeof optionRows>, now: number): ListOptions => {
  const { active, inactive } = options
  const expiring = parseWhole(options.expiring, '--expiring', { min: 0, max: 36_500 })
  if (inactive && (active || expiring !== undefined))
    throw new AppError('usage', `--inactive and ${active ? '--active' : '--expiring'} exclude each other.`)
  return {
    account: args[0] === undefined ? undefined : parseId(args[0], 'service account'),
    state: active ? 'active' : inactive ? 'inactive' : undefined,
    expiring,
    where: parseRowsWhere(options.where, tableFor(now), "'state=active'"),
    sort: parseSort(options.sort, KEY_SORTS, keySortBy) ?? keySortBy('care'),
  }
}

const runKeysList = async (options: ListOptions, deps: Deps): Promise<undefined> => {
  const { account, state, expiring, where, sort } = options
  const source = await deps.source()
  const { serviceAccounts } = source.management
  const { accounts, problems } = await loadAccounts(account, serviceAccounts, deps)
  if (source.isOffline) return printIds(accounts, deps)
  const now = source.now()
  const isWanted = (row: KeyRow): boolean =>
    (state === undefined || (row.state === 'active') === (state === 'active')) &&
    (expiring === undefined || (row.expiresAt !== undefined && row.expiresAt <= now + expiring * DAY_MS))
  const wanted = accounts.flatMap(({ id, item = [] }) => item.map((key) => keyRow(id, key, now))).filter(isWanted)
  const keys = sortedKeys(where?.(wanted) ?? wanted, listedOf, sort)
  const reason = unreadReason(accounts)
  const raw = keys.map(({ account: id, key }) => (account === undefined ? { serviceAccountId: id, ...key } : key))
  const rows =
    deps.format === 'ndjson'
      ? raw
      : keys.map((row) => ({
          ...keyOutput(row, now, deps.format === 'table' && deps.globals.isAscii),
          ...(row.isExpiryUnknown && deps.format === 'table' && { expiresAt: UNKNOWN }),
        }))
  printRows({ rows, envelope: { apiKeys: raw, ...incompleteMembers(reason) }, layout }, deps)
  if (accounts.length === 0)
    noteTo(deps.err, 'No service account is known here, and no server lists them: qd keys add ID adds one.')
  noteProblems(problems, deps)
  throwIfIncomplete(reason)
}

/** Keys are not cached, only the ids of accounts. */
const printIds = (accounts: readonly AccountRow[], deps: Deps): undefined => {
  const ids = accounts.map(({ id }) => id)
  const reason = `The cache holds only the ids of accounts, no keys, and --offline asks for nothing: ${ids.join(', ')}.`
  const rows = ids.map((id) => (deps.format === 'ndjson' ? { serviceAccountId: id } : { service_account: id }))
  printRows({ rows, envelope: { apiKeys: [], serviceAccounts: ids, ...incompleteMembers(reason) }, layout }, deps)
  throwIfIncomplete(reason)
}

const loadAccounts = async (
  account: string | undefined,
  accounts: Awaited<ReturnType<Deps['source']>>['management']['serviceAccounts'],
  deps: Deps,
): Promise<{ accounts: readonly AccountRow[]; problems: number }> => {
  const options = loadOptions(deps)
  if (account === undefined) {
    const { data, problems } = await accounts.loadAll(options)
    return { accounts: data, problems }
  }
  const { data, problems } = await accounts.loadOne(account, options)
  return { accounts: [data], problems }
}

/** Why these are not the keys of all accounts; undefined: they are. */
const unreadReason = (accounts: readonly AccountRow[]): string | undefined => {
  const failed = accounts.filter(({ failure }) => failure)
  if (failed.length === 0) return undefined
  return `The keys of ${failed.map(({ id }) => id).join(', ')} could not be read: ${failed[0]?.failure?.message}`
}

const layout: RowLayout = {
  columns: [
    { member: 'service_account', title: 'ACCOUNT', kind: 'text' },
    { member: 'name', title: 'NAME', kind: 'text' },
    { member: 'id', title: 'ID', kind: 'text' },
    { member: 'state', title: 'STATE', kind: 'text' },
    { member: 'note', title: 'NOTE', kind: 'text' },
    { member: 'expiresAt', title: 'EXPIRES', kind: 'text' },
    { member: 'createdAt', title: 'CREATED', kind: 'text' },
    { member: 'fingerprint', title: 'FINGERPRINT', kind: 'text' },
  ],
  members: KEY_COLUMNS,
}

export const keysList = command({
  name: 'keys list',
  summary: 'Keys of service accounts, what needs care first',
  description:
    'Of one account, or of all whose ids are known here. What expires within 30 days comes first, then what never expires, then what is older than a year.\n\n' +
    `${WHERE_HELP} Fields: ${fieldNamesOf(tableFor(0))}.`,
  arguments: [
    { name: 'service-account-id', help: 'id of the service account', completes: 'service account', isOptional: true },
  ],
  formats: FORMATS,
  cacheOptions: ['offline', 'refresh'],
  options: optionRows,
  fields: tableFor(0).fields,
  members: layout.members,
  examples: ['keys list', 'keys list sa_ci --expiring 30', 'keys list --inactive --format csv'],
  parse: parseKeysList,
  run: runKeysList,
})
