import { isContainer } from '../../base/json.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { WikiRun } from '../../contract/wiki.ts'
import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { bytes, fullNumber, moment } from '../text/format.ts'
import { safeFileName } from '../text/safe-file-name.ts'
import { type SafeText, safeText } from '../text/safe-text.ts'

type Named = {
  id: string
  /** The address of the repository. */
  name: string | undefined
}

/** What people call the repository of a run: the last part of its address; without one the run's id. */
export const runName = ({ id, name }: Named): SafeText => safeText(lastPart(name) ?? id)

/** What people call the repository; undefined where its address is not known. */
export const repositoryName = ({ name }: Pick<Named, 'name'>): SafeText | undefined => {
  const last = lastPart(name)
  return last === undefined ? undefined : safeText(last)
}

const lastPart = (url: string | undefined): string | undefined =>
  url
    ?.replace(/\.git$/, '')
    .split(/[/:]/)
    .findLast((part) => part !== '')

/** The name that its archive is offered under: `checkout-wiki.zip`. */
export const archiveName = (run: Named): string => safeFileName(`${lastPart(run.name) ?? run.id}-wiki.zip`)

/** Whether a run is of the repository that somebody names: by its last part, the end of its address, or all of it. */
export const isOfRepository = ({ name }: Named, wanted: string): boolean => {
  const plain = (text: string) => text.replace(/\.git$/, '').toLowerCase()
  const url = plain(name ?? '')
  const sought = plain(wanted)
  return sought !== '' && (url === sought || url.endsWith(`/${sought}`) || url.endsWith(`:${sought}`))
}

type Dated = Named & { item: { createdAt?: number | null | undefined } | undefined }

/** The newest first; those that nobody knows the age of at the end. */
export const newestRuns = <Run extends Dated>(runs: readonly Run[]): Run[] =>
  runs.toSorted((a, b) => (b.item?.createdAt ?? 0) - (a.item?.createdAt ?? 0))

/** What an archive holds, in a few words: `2.8 MB  41 pages`. */
export const archiveText = (sizeBytes: number, files: number): string => `${bytes(sizeBytes)}  ${pagesText(files)}`

/** `41 pages`. */
export const pagesText = (files: number): string => `${fullNumber(files)} ${files === 1 ? 'page' : 'pages'}`

type Told = { [Member in keyof WikiRun]?: WikiRun[Member] | undefined }
type KnownRun = { id: string; name: string | undefined; item: Told | undefined }

/** What the server told of a run, each fact with its name: the run and its repository first, then what is known of the rest. */
export const runFacts = ({ id, name, item }: KnownRun): [name: string, fact: string][] => [
  ['run', safeText(id)],
  ['repository', safeText(item?.repoUrl ?? name ?? '?')],
  ...(item?.commitHash === undefined || item.commitHash === null ? [] : [fact('commit', commitText(item))]),
  ...(item?.branch === undefined || item.branch === null ? [] : [fact('branch', safeText(item.branch))]),
  ...(item?.createdAt === undefined || item.createdAt === null ? [] : [fact('created', moment(item.createdAt))]),
  ...(item?.pageCount === undefined || item.pageCount === null ? [] : [fact('pages', fullNumber(item.pageCount))]),
]

const fact = (name: string, text: string): [string, string] => [name, text]

const commitText = (item: Told): string =>
  [
    safeText(item.commitHash ?? ''),
    ...(item.hasLocalChanges ? ['with changes that were not committed'] : []),
    ...(item.hasNonRemoteCommits ? ['with commits that were not pushed'] : []),
  ].join(', ')

/** Titles are told up to this many, and down to this depth: the shape of the tree is not promised. */
const MAX_TITLES = 500
const MAX_DEPTH = 8

/** The titles in a tree of pages, indented; of another shape, none. */
export const pageTitles = (tree: unknown, depth = 0, lines: string[] = []): string[] => {
  if (!Array.isArray(tree) || depth > MAX_DEPTH) return lines
  for (const node of tree) {
    if (lines.length >= MAX_TITLES) return lines
    if (!isContainer(node)) continue
    const { title, name, path, children, pages } = node as Record<string, unknown>
    const told = [title, name, path].find((text) => typeof text === 'string')
    if (told !== undefined) lines.push(`${'  '.repeat(depth)}${safeText(told as string)}`)
    pageTitles(children ?? pages, depth + 1, lines)
  }
  return lines
}

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
