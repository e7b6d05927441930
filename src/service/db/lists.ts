import type { ListEndpointName, RowOf } from '../../contract/endpoints.ts'
import type { TableName } from './tables.ts'

/** Storage of a list that is the whole response of an endpoint. */
type List<Row> = {
  table: TableName
  /** Name of the rows in the report of an import. */
  noun: string
  /** A row without an id is identified by its text. */
  idOf: (row: Row) => string | undefined
  /** The column that orders the rows, highest first. The others are `id` and `row`. */
  rankColumn: string
  rankOf: (row: Row) => number
}

/** Each list has a store and can be imported. */
const lists = {
  ciJobs: {
    table: 'ci_jobs',
    noun: 'CI jobs',
    idOf: ({ id }) => id,
    rankColumn: 'updated_at',
    rankOf: ({ updatedAt, createdAt }) => updatedAt ?? createdAt ?? 0,
  },
} satisfies { [N in ListEndpointName]?: List<RowOf<N>> }

export type ListName = keyof typeof lists
export const listNames = Object.keys(lists) as ListName[]
export const listOf = <N extends ListName>(name: N): List<RowOf<N>> => lists[name]
