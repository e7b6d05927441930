import { wrapText } from '../../../src/domain/text/fit.ts'
import { age, fullNumber, moment } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { lastExportText } from './export-text.ts'
import { archiveOf, type RunEntry } from './run-entries.ts'

type DetailOptions = {
  /** By the server's clock, Unix ms. */
  now: number
  width: number
  /** Why the archive of its last export is not shown. @default nothing is wrong with it */
  problem?: string | undefined
}

/** What is known of a run, and its pages where the server tells them. */
export const runDetail = (entry: RunEntry, { now, width, problem }: DetailOptions, theme: Theme): string[] => {
  const { run, job } = entry
  const { item, lastExport } = run
  const exported = lastExportText(entry, theme)
  const file = archiveOf(entry)
  const facts: [string, string | undefined][] = [
    ['run', safeText(run.id)],
    ['repository', safeText(item?.repoUrl ?? run.name ?? '?')],
    ['export', !job && lastExport ? `${exported}  ${age(now - lastExport.at)} ago` : exported || undefined],
    ['file', file === undefined ? undefined : safeText(file)],
    ['', problem === undefined ? undefined : safeText(problem)],
    ['commit', item?.commitHash === undefined ? undefined : commitText(item)],
    ['branch', item?.branch === undefined ? undefined : safeText(item.branch)],
    ['created', item?.createdAt === undefined ? undefined : moment(item.createdAt)],
    ['pages', item?.pageCount === undefined ? undefined : fullNumber(item.pageCount)],
    ['known', `${sources[run.source]}, ${age(now - run.at)} ago`],
    ['problem', run.failure ? safeText(run.failure.message) : undefined],
  ]
  const told = facts.flatMap(([label, text]) =>
    text === undefined
      ? []
      : wrapText(text, Math.max(10, width - LABEL)).map(
          (line, y) => `${theme.muted((y === 0 ? label : '').padEnd(LABEL))}${line}`,
        ),
  )
  const titles = titlesOf(item?.pageTree)
  return titles.length === 0 ? told : [...told, '', theme.muted('PAGES'), ...titles.map((line) => line.slice(0, width))]
}

const LABEL = 12

const sources = {
  listed: 'listed by the server',
  seen: 'seen in an answer',
  added: 'added by you',
  imported: 'given with the data',
} as const

const commitText = (item: NonNullable<RunEntry['run']['item']>): string =>
  [
    safeText(item.commitHash ?? ''),
    ...(item.hasLocalChanges ? ['with changes that were not committed'] : []),
    ...(item.hasNonRemoteCommits ? ['with commits that were not pushed'] : []),
  ].join(', ')

/** Titles are shown up to this many, and down to this depth: the shape of the tree is not promised. */
const MOST_TITLES = 500
const DEEPEST = 8

/** The titles in a tree of pages, indented; of another shape, none. */
const titlesOf = (tree: unknown, depth = 0, lines: string[] = []): string[] => {
  if (!Array.isArray(tree) || depth > DEEPEST) return lines
  for (const node of tree) {
    if (lines.length >= MOST_TITLES) return lines
    if (typeof node !== 'object' || node === null) continue
    const { title, name, path, children, pages } = node as Record<string, unknown>
    const told = [title, name, path].find((text) => typeof text === 'string')
    if (told !== undefined) lines.push(`${'  '.repeat(depth)}${safeText(told as string)}`)
    titlesOf(children ?? pages, depth + 1, lines)
  }
  return lines
}
