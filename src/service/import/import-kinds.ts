import * as z from 'zod'
import type { ActivityDay, ProductivityDay, ToolDay } from '../../contract/analytics.ts'
import { Computer } from '../../contract/computers.ts'
import type { ControlRevision } from '../../contract/controls.ts'
import type { CreditDay } from '../../contract/credits.ts'
import { endpoints, type RowOf } from '../../contract/endpoints.ts'
import type { PersonDay } from '../../contract/per-user-rows.ts'
import type { ReadinessReport } from '../../contract/readiness.ts'
import type { ServiceAccountKey } from '../../contract/service-accounts.ts'
import { type DayEndpoint, groupedRows } from '../store/analytics-store.ts'
import { planFor } from '../store/provisioning.ts'
import type { Store } from '../store/store.ts'
import { type ListName, listNames, listOf } from '../store/tables.ts'
import { checkCriteria, checkDay, checkId } from './import-run.ts'

/** A row that the contract has accepted, and its original JSON text, which is stored. */
type CheckedRow<Row> = { row: Row; text: string }

export type ImportContext = {
  store: Store
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
  /** Why a row that the contract accepts is still unusable; undefined if it is usable. */
  refuse: (row: Row, context: ImportContext) => string | undefined
  put: (checked: CheckedRow<Row>, context: ImportContext) => void
}

const kind = <Row>(row: ImportKind<Row>): ImportKind<Row> => row

/** @param grouped Creates the rows of a day for `group_by`, as in groupedRows. */
const dayKind = <Row extends { date: string }>(endpoint: DayEndpoint, grouped: (row: Row) => string) =>
  kind<Row>({
    noun: `days of ${endpoint}`,
    rows: 'data',
    envelope: endpoints[endpoint].response,
    keyOf: ({ row }) => row.date,
    refuse: ({ date }, { nowMs }) => checkDay(date, nowMs),
    put: ({ row, text }, { store }) => store.days.put(endpoint, { day: row.date, row: text, grouped: grouped(row) }),
  })

const listKind = <N extends ListName>(name: N): ImportKind => {
  const { noun, idOf } = listOf(name)
  const { rows, response: envelope } = endpoints[name]
  return kind<RowOf<N>>({
    noun,
    rows,
    envelope,
    keyOf: ({ row, text }) => idOf(row) ?? text,
    refuse: (row) => checkId('id', idOf(row)),
    put: ({ row, text }, { store }) => store.lists[name].put(row, text),
  })
}

export const importKinds = {
  credits: dayKind<CreditDay>('credits', groupedRows.credits),
  tools: dayKind<ToolDay>('tools', groupedRows.tools),
  activity: dayKind<ActivityDay>('activity', groupedRows.activity),
  productivity: dayKind<ProductivityDay>('productivity', () => ''),
  users: kind<PersonDay>({
    noun: "people's days",
    rows: 'data',
    envelope: endpoints.users.response,
    keyOf: ({ row }) => `${row.date} ${row.user_id}`,
    refuse: ({ date, user_id }, { nowMs }) => checkId('user_id', user_id) ?? checkDay(date, nowMs),
    put: ({ row, text }, { store }) => store.personDays.put(row.date, row.user_id, text),
  }),
  readinessReports: kind<ReadinessReport>({
    noun: 'readiness reports',
    rows: 'reports',
    envelope: endpoints.readinessReports.response,
    keyOf: ({ row }) => row.reportId,
    refuse: ({ reportId, report }) => checkId('reportId', reportId) ?? checkCriteria(report),
    put: ({ row, text }, { store }) => store.reports.put(row, text),
  }),
  controlsHistory: kind<ControlRevision>({
    noun: 'revisions of controls',
    rows: 'changes',
    envelope: endpoints.controlsHistory.response,
    keyOf: ({ row }) => String(row.revision),
    refuse: () => undefined,
    put: ({ row, text }, { store }) => store.revisions.put(row.revision, text),
  }),
  ...(Object.fromEntries(listNames.map((name) => [name, listKind(name)])) as Record<ListName, ImportKind>),
  serviceAccountKeys: kind<ServiceAccountKey>({
    noun: 'keys of service accounts',
    rows: 'apiKeys',
    envelope: endpoints.serviceAccountKeys.response,
    keyOf: ({ row }, { suffix }) => `${suffix} ${row.id}`,
    refuse: ({ id }) => checkId('id', id),
    put: ({ row, text }, { store, suffix }) => store.serviceAccounts.putKey(suffix, row, text),
  }),
  computers: kind<Computer>({
    noun: 'computers',
    rows: 'computers',
    envelope: z.looseObject({ computers: z.array(Computer) }),
    keyOf: ({ row }) => row.id,
    refuse: ({ id }) => checkId('id', id),
    put: ({ row, text }, { store, nowMs }) =>
      store.computers.put({ computer: JSON.parse(text), plan: planFor(row, nowMs) }, 0),
  }),
}
export type ImportKindName = keyof typeof importKinds
