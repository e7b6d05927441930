import { recordOf } from '../../base/json.ts'
import { compareText } from '../../base/text.ts'
import type { Computer } from '../../contract/computers.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { sortsOf } from '../filter/sorts.ts'
import { outputOf } from '../output/csv.ts'
import { timeText } from '../text/time-text.ts'
import { decisiveStep, type StatusGroup, statusGroupOf, stepsOf } from './computer-steps.ts'

/** A computer in a list. Texts are untrusted. */
export type ListedComputer = {
  id: string
  /** Last known name. */
  name: string | undefined
  /** Undefined if the server hasn't returned it. */
  item: Lenient<Computer> | undefined
}

/** A computer's name, or its id. */
export const computerName = ({ id, name, item }: ListedComputer): string => item?.name ?? name ?? id

/** Filter fields of computers. A free word is searched for in names, ids, status, provider, users and step errors. */
export const computerTable = <Row>(now: number, listedOf: (row: Row) => ListedComputer): RowTable<Row> => {
  const field = fieldsOf(listedOf)
  return {
    isPhrase: true,
    fields: [
      field('status', 'word', ({ item }) => item?.status),
      field('provider', 'word', ({ item }) => item?.providerType, ['providertype']),
      field('user', 'word', ({ item }) => item?.remoteUser, ['remoteuser']),
      field('owner', 'word', ({ item }) => definedTexts(item?.ownerPrincipalKind, item?.ownerId), ['ownerid']),
      field('host', 'word', ({ item }) => item?.hostId, ['hostid']),
      field('step', 'word', ({ item }) => item && decisiveStep(stepsOf(item, 0))?.name, ['steps']),
      field('error', 'text', ({ item }) => errorsOf(item)),
      field('repo', 'text', ({ item }) => item?.clonedRepoDirectories, ['repositories']),
      field('repos', 'number', ({ item }) => item?.clonedRepoDirectories?.length),
      field('created', 'day', ({ item }) => dayAt(item?.createdAt), ['createdat', 'date']),
      field('age', 'age', ({ item }) => daysSince(item?.createdAt, now)),
      field('name', 'text', computerName),
      field('id', 'text', ({ id }) => id),
    ],
    nameOf: (row) => computerName(listedOf(row)),
    textsOf: (row) => {
      const { id, item } = listedOf(row)
      return [id, item?.status, item?.providerType, item?.remoteUser, item?.ownerId, item?.hostId, ...errorsOf(item)]
    },
  }
}

const definedTexts = (...texts: (string | undefined)[]): string[] => texts.flatMap((text) => text ?? [])

const errorsOf = (item: Lenient<Computer> | undefined): string[] =>
  (item?.provisioningSteps ?? []).flatMap(({ error }) => error ?? [])

export const COMPUTER_SORTS = ['created', 'name', 'status'] as const

/** Sort rank: most urgent first. */
const urgencyRanks: Record<StatusGroup, number> = { failed: 0, provisioning: 1, other: 2, paused: 3, active: 4 }

/** Sort orders of computers: newest first, by name, or most urgent first. */
export const computerSorts = <Row>(listedOf: (row: Row) => ListedComputer) => {
  const orders: Record<(typeof COMPUTER_SORTS)[number], (a: ListedComputer, b: ListedComputer) => number> = {
    created: (a, b) => (a.item?.createdAt ?? 0) - (b.item?.createdAt ?? 0),
    name: (a, b) => compareText(computerName(a), computerName(b)),
    status: (a, b) => urgencyRanks[statusGroupOf(a.item)] - urgencyRanks[statusGroupOf(b.item)],
  }
  return sortsOf(listedOf, orders, ['created'])
}

const ITEM_COLUMNS = ['status', 'providerType', 'remoteUser', 'hostId', 'ownerPrincipalKind', 'ownerId'] as const

/** What is computed for a computer: the group of its status, and its time as ISO 8601. */
export const computerComputed = (item: Lenient<Computer> | undefined) => ({
  state: item ? statusGroupOf(item) : null,
  createdAt: timeText(item?.createdAt),
})

/** Columns for machine-readable tables, with times as RFC 3339. */
export const { columns: COMPUTER_COLUMNS, rowOf: computerOutput } = outputOf<[ListedComputer]>({
  id: ({ id }) => id,
  name: ({ name, item }) => item?.name ?? name,
  ...recordOf(
    ITEM_COLUMNS,
    (name) =>
      ({ item }: ListedComputer) =>
        item?.[name],
  ),
  createdAt: ({ item }) => timeText(item?.createdAt),
  steps: ({ item }) =>
    item?.provisioningSteps?.map(({ id, name, status }) => `${id ?? name ?? '?'}: ${status ?? '?'}`).join(', ') || null,
  repositories: ({ item }) => item?.clonedRepoDirectories?.join(', ') || null,
})
