import type { z } from 'zod'
import { endpoints, type ListEndpointName, type RowOf } from '../../contract/endpoints.ts'
import { type ListName, listNames, listOf } from '../db/lists.ts'
import { type DayEndpoint, groupedRows } from '../store/analytics-store.ts'
import { planFor } from '../store/provisioning.ts'
import type { Stores } from '../store/store.ts'
import { checkCriteria, checkDay, checkId } from './import-run.ts'

/** A row that the contract has accepted, and its original JSON text, which is stored. */
export type CheckedRow<Row> = { row: Row; text: string }

export type ImportContext = {
  store: Stores
  nowMs: number
  /** The part of the file's name between the kind and the extension; for keys the id of the account. */
  suffix: string
}

/** How files of one kind are validated and stored. */
export type ImportKind<Row = never> = {
  /** Name of the rows in the report. */
  noun: string
  /** The member with the rows. */
  rows: string
  /** Schema of the whole file. */
  envelope: z.ZodObject
  /** Identifies a row, for detecting duplicates in one import. */
  keyOf: (checked: CheckedRow<Row>, context: ImportContext) => string
  /** Why a row that the contract accepts is still unusable; undefined if it is usable. @default all are usable */
  refuse?: (row: Row, context: ImportContext) => string | undefined
  put: (rows: readonly CheckedRow<Row>[], context: ImportContext) => Promise<unknown>
  /** Stores the other members of the file, which the envelope has accepted. @default they are ignored */
  putFile?: (file: Record<string, unknown>, context: ImportContext) => Promise<void>
}

/** Stores rows one by one. Kinds with few rows need no more. */
const each =
  <Row>(put: (checked: CheckedRow<Row>, context: ImportContext) => Promise<unknown>): ImportKind<Row>['put'] =>
  async (rows, context) => {
    for (const row of rows) await put(row, context)
  }

const kind = <N extends ListEndpointName>(
  endpoint: N,
  own: Omit<ImportKind<RowOf<N>>, 'rows' | 'envelope'>,
): ImportKind<RowOf<N>> => ({ rows: endpoints[endpoint].rows, envelope: endpoints[endpoint].response, ...own })

/** @param grouped Creates the rows of a day for `group_by`, as in groupedRows. */
const dayKind = <Row extends { date: string }>(
  endpoint: DayEndpoint,
  grouped: (row: Row) => string,
): ImportKind<Row> => ({
  noun: `days of ${endpoint}`,
  rows: 'data',
  envelope: endpoints[endpoint].response,
  keyOf: ({ row }) => row.date,
  refuse: ({ date }, { nowMs }) => checkDay(date, nowMs),
  put: each(({ row, text }, { store }) =>
    store.days.put(endpoint, { day: row.date, row: text, grouped: grouped(row) }),
  ),
})

const listKind = <N extends ListName>(name: N): ImportKind => {
  const { noun, idOf } = listOf(name)
  return kind(name, {
    noun,
    keyOf: ({ row, text }) => idOf(row) ?? text,
    refuse: (row) => checkId('id', idOf(row)),
    put: each(({ row, text }, { store }) => store.lists[name].put(row, text)),
  })
}

export const importKinds = {
  credits: dayKind('credits', groupedRows.credits),
  tools: dayKind('tools', groupedRows.tools),
  activity: dayKind('activity', groupedRows.activity),
  productivity: dayKind('productivity', () => ''),
  users: kind('users', {
    noun: "people's days",
    keyOf: ({ row }) => `${row.date} ${row.user_id}`,
    refuse: ({ date, user_id }, { nowMs }) => checkId('user_id', user_id) ?? checkDay(date, nowMs),
    put: (rows, { store }) =>
      store.personDays.put(rows.map(({ row, text }) => ({ day: row.date, user_id: row.user_id, row: text }))),
  }),
  readinessReports: kind('readinessReports', {
    noun: 'readiness reports',
    keyOf: ({ row }) => row.reportId,
    refuse: ({ reportId, report }) => checkId('reportId', reportId) ?? checkCriteria(report),
    put: each(({ row, text }, { store }) => store.reports.put(row, text)),
  }),
  controlsHistory: kind('controlsHistory', {
    noun: 'revisions of controls',
    keyOf: ({ row }) => String(row.revision),
    put: each(({ row, text }, { store }) => store.revisions.put(row.revision, text)),
  }),
  ...(Object.fromEntries(listNames.map((name) => [name, listKind(name)])) as Record<ListName, ImportKind>),
  serviceAccountKeys: kind('serviceAccountKeys', {
    noun: 'keys of service accounts',
    keyOf: ({ row }, { suffix }) => `${suffix} ${row.id}`,
    refuse: ({ id }) => checkId('id', id),
    put: each(({ row, text }, { store, suffix }) => store.serviceAccounts.putKey(suffix, row, text)),
  }),
  organizationUsers: kind('organizationUsers', {
    noun: 'users with a seat',
    keyOf: ({ row }) => row.id,
    refuse: ({ id, email }) => checkId('id', id) ?? checkId('email', email),
    put: (rows, { store }) => store.seats.put(rows.map(({ row, text }) => ({ user: row, row: text }))),
  }),
  userLimits: kind('userLimits', {
    noun: 'limits of users',
    keyOf: ({ row }) => row.email,
    refuse: ({ email }) => checkId('email', email),
    put: (rows, { store }) => store.limits.putOwn(rows.map(({ row, text }) => ({ email: row.email, row: text }))),
    putFile: ({ globalLimit }, { store }) => store.limits.putGlobal(globalLimit as number | null),
  }),
  auditEvents: kind('auditEvents', {
    noun: 'audit events',
    keyOf: ({ text }) => text,
    put: (rows, { store }) => store.auditEvents.put(rows.map(({ row, text }) => ({ event: row, row: text }))),
  }),
  serviceAccounts: kind('serviceAccounts', {
    noun: 'service accounts',
    keyOf: ({ row }) => row.id,
    refuse: ({ id }) => checkId('id', id),
    put: each(({ row, text }, { store }) => store.serviceAccounts.putDetails(row, text)),
  }),
  computers: kind('computers', {
    noun: 'computers',
    keyOf: ({ row }) => row.id,
    refuse: ({ id }) => checkId('id', id),
    put: each(({ row, text }, { store, nowMs }) =>
      store.computers.put({ computer: JSON.parse(text), plan: planFor(row, nowMs) }, 0),
    ),
  }),
}
export type ImportKindName = keyof typeof importKinds
