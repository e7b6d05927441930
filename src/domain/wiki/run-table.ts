import type { Lenient } from '../../contract/lenient.ts'
import type { WikiRun } from '../../contract/wiki.ts'
import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { repositoryName, runName } from './run-name.ts'

/** A run as lists have it. Texts are untrusted. */
export type ListedRun = {
  id: string
  /** The address of its repository. */
  name: string | undefined
  /** How its id came to be known. */
  source: string
  /** Undefined: the server has not told it. */
  item: Lenient<WikiRun> | undefined
}

/** Filters of wiki runs. A word is looked for in what its repository is called, its address and the id. */
export const runTable = <Row>(now: number, listedOf: (row: Row) => ListedRun): RowTable<Row> => {
  const field = fieldsOf(listedOf)
  return {
    isPhrase: true,
    fields: [
      field('repo', 'word', (run) => repositoryName(run), ['repository', 'name']),
      field('url', 'text', ({ name }) => name, ['repo_url']),
      field('branch', 'word', ({ item }) => item?.branch),
      field('commit', 'text', ({ item }) => item?.commitHash),
      field('pages', 'number', ({ item }) => item?.pageCount),
      field('created', 'day', ({ item }) => dayAt(item?.createdAt), ['created_at', 'date']),
      field('age', 'age', ({ item }) => daysSince(item?.createdAt, now)),
      field('known', 'word', ({ source }) => source),
      field('id', 'text', ({ id }) => id, ['run', 'wiki_run_id']),
    ],
    nameOf: (row) => runName(listedOf(row)),
    textsOf: (row) => {
      const { id, name } = listedOf(row)
      return [id, name]
    },
  }
}
