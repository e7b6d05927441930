import { isContainer } from '../../base/json.ts'
import type { Lenient } from '../../contract/lenient.ts'
import type { WikiRun } from '../../contract/wiki.ts'
import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { bytes, counted, fullNumber, moment } from '../text/format.ts'
import { safeFileName } from '../text/safe-file-name.ts'
import { type SafeText, safeText } from '../text/safe-text.ts'

type Named = {
  id: string
  /** URL of the repository. */
  name: string | undefined
}

/** Display name of a run: the last segment of the repository's URL, or the run's id. */
export const runName = ({ id, name }: Named): SafeText => safeText(lastPart(name) ?? id)

/** Display name of the repository; undefined if its URL is unknown. */
export const repositoryName = ({ name }: Pick<Named, 'name'>): SafeText | undefined => {
  const last = lastPart(name)
  return last === undefined ? undefined : safeText(last)
}

const lastPart = (url: string | undefined): string | undefined =>
  url
    ?.replace(/\.git$/, '')
    .split(/[/:]/)
    .findLast((part) => part !== '')

/** Default file name of the archive: `checkout-wiki.zip`. */
export const archiveName = (run: Named): string => safeFileName(`${lastPart(run.name) ?? run.id}-wiki.zip`)

/** Whether a run belongs to a repository, given by its last segment, the end of its URL or the whole URL. */
export const matchesRepository = ({ name }: Named, wanted: string): boolean => {
  const normalized = (text: string) => text.replace(/\.git$/, '').toLowerCase()
  const url = normalized(name ?? '')
  const query = normalized(wanted)
  return query !== '' && (url === query || url.endsWith(`/${query}`) || url.endsWith(`:${query}`))
}

type Dated = Named & { item: { createdAt?: number | null | undefined } | undefined }

/** Sorts runs newest first. Runs without a time come last. */
export const newestRuns = <Run extends Dated>(runs: readonly Run[]): Run[] =>
  runs.toSorted((a, b) => (b.item?.createdAt ?? 0) - (a.item?.createdAt ?? 0))

/** The content of an archive in a few words: `2.8 MB  41 pages`. */
export const archiveText = (sizeBytes: number, files: number): string => `${bytes(sizeBytes)}  ${pagesText(files)}`

/** `41 pages`. */
export const pagesText = (files: number): string => counted(files, 'page')

type RunFields = { [Member in keyof WikiRun]?: WikiRun[Member] | undefined }
type KnownRun = { id: string; name: string | undefined; item: RunFields | undefined }

/** The known facts about a run with their names: id and repository first, then the others. */
export const runFacts = ({ id, name, item }: KnownRun): [name: string, fact: string][] => [
  ['run', safeText(id)],
  ['repository', safeText(item?.repoUrl ?? name ?? '?')],
  ...(item?.commitHash === undefined || item.commitHash === null ? [] : [fact('commit', commitText(item))]),
  ...(item?.branch === undefined || item.branch === null ? [] : [fact('branch', safeText(item.branch))]),
  ...(item?.createdAt === undefined || item.createdAt === null ? [] : [fact('created', moment(item.createdAt))]),
  ...(item?.pageCount === undefined || item.pageCount === null ? [] : [fact('pages', fullNumber(item.pageCount))]),
]

const fact = (name: string, text: string): [string, string] => [name, text]

const commitText = (item: RunFields): string =>
  [
    safeText(item.commitHash ?? ''),
    ...(item.hasLocalChanges ? ['with uncommitted changes'] : []),
    ...(item.hasNonRemoteCommits ? ['with unpushed commits'] : []),
  ].join(', ')

/** Limits on the number and the depth of titles, because the shape of the tree is undocumented. */
const MAX_TITLES = 500
const MAX_DEPTH = 8

/** The titles of a page tree, indented; empty for any other shape. */
export const pageTitles = (tree: unknown, depth = 0, lines: string[] = []): string[] => {
  if (!Array.isArray(tree) || depth > MAX_DEPTH) return lines
  for (const node of tree) {
    if (lines.length >= MAX_TITLES) return lines
    if (!isContainer(node)) continue
    const { title, name, path, children, pages } = node as Record<string, unknown>
    const label = [title, name, path].find((text) => typeof text === 'string')
    if (label !== undefined) lines.push(`${'  '.repeat(depth)}${safeText(label as string)}`)
    pageTitles(children ?? pages, depth + 1, lines)
  }
  return lines
}

/** A run in a list. Texts are untrusted. */
export type ListedRun = {
  id: string
  /** URL of its repository. */
  name: string | undefined
  /** Source of its id. */
  source: string
  /** Undefined if the server hasn't returned it. */
  item: Lenient<WikiRun> | undefined
}

/** Filter fields of wiki runs. A free word is searched for in the repository's name and URL, and in the id. */
export const runTable = <Row>(now: number, listedOf: (row: Row) => ListedRun): RowTable<Row> => {
  const field = fieldsOf(listedOf)
  return {
    isPhrase: true,
    fields: [
      field('repo', 'word', (run) => repositoryName(run), ['repository', 'name']),
      field('url', 'text', ({ name }) => name, ['repoUrl']),
      field('branch', 'word', ({ item }) => item?.branch),
      field('commit', 'text', ({ item }) => item?.commitHash),
      field('pages', 'number', ({ item }) => item?.pageCount),
      field('created', 'day', ({ item }) => dayAt(item?.createdAt), ['createdAt', 'date']),
      field('age', 'age', ({ item }) => daysSince(item?.createdAt, now)),
      field('known', 'word', ({ source }) => source),
      field('id', 'text', ({ id }) => id, ['run', 'wikiRunId']),
    ],
    nameOf: (row) => runName(listedOf(row)),
    textsOf: (row) => {
      const { id, name } = listedOf(row)
      return [id, name]
    },
  }
}
