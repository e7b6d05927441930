import type { RowTable } from '../filter/row-columns.ts'
import { readTerms, type Where, type WhereOptions } from '../filter/where-terms.ts'
import { shownSetting } from '../secrets/mask-settings.ts'
import type { Change } from '../settings-diff/diff-settings.ts'
import { filterChanges, parsePathGlob } from '../settings-diff/path-glob.ts'
import { patternOf } from '../settings-diff/pattern-of.ts'
import { pathText } from '../settings-diff/setting-path.ts'
import type { RiskFinding } from './revision-risk.ts'
import { VERDICTS } from './risk-verdict.ts'

const KINDS: readonly Change['kind'][] = ['added', 'removed', 'changed', 'reordered']

/** Filters of changes: what the rules say of each, how it changed and where. What names no field is a pattern of paths. */
export const changeTable = (findingsOf: (change: Change) => readonly RiskFinding[]): RowTable<Change> => ({
  isPhrase: true,
  fields: [
    {
      name: 'verdict',
      kind: 'word',
      values: VERDICTS,
      read: (change) => [...new Set(findingsOf(change).map(({ verdict }) => verdict))],
    },
    { name: 'kind', kind: 'word', values: KINDS, read: ({ kind }) => kind },
    {
      name: 'member',
      kind: 'word',
      read: ({ path: [first] }) => (first?.is === 'member' ? shownSetting(first.name) : undefined),
    },
    { name: 'path', kind: 'text', read: ({ path }) => pathText(path) },
  ],
  nameOf: ({ path }) => pathText(path),
  finds: (raw) => {
    const glob = parsePathGlob(patternOf(raw))
    return (change) => filterChanges([change], glob).length > 0
  },
})

const words = changeTable(() => [])

/** Reads a filter of changes. */
export const parseChangeWhere = (text: string, options?: WhereOptions): Where => readTerms(text, words, options)

/** Whether a filter is a pattern of paths and nothing else. */
export const isPlainPattern = ({ terms, wrong, unfinished }: Where): boolean =>
  wrong === undefined &&
  (unfinished === undefined || terms.length === 0) &&
  terms.length <= 1 &&
  terms.every((term) => term.is === 'name' && !term.isNegated)
