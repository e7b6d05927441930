import { isContainer } from '../../base/json.ts'
import type { WikiRun } from '../../contract/wiki.ts'
import { fullNumber, moment } from '../text/format.ts'
import { safeText } from '../text/safe-text.ts'

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
const MOST_TITLES = 500
const DEEPEST = 8

/** The titles in a tree of pages, indented; of another shape, none. */
export const pageTitles = (tree: unknown, depth = 0, lines: string[] = []): string[] => {
  if (!Array.isArray(tree) || depth > DEEPEST) return lines
  for (const node of tree) {
    if (lines.length >= MOST_TITLES) return lines
    if (!isContainer(node)) continue
    const { title, name, path, children, pages } = node as Record<string, unknown>
    const told = [title, name, path].find((text) => typeof text === 'string')
    if (told !== undefined) lines.push(`${'  '.repeat(depth)}${safeText(told as string)}`)
    pageTitles(children ?? pages, depth + 1, lines)
  }
  return lines
}
