import { fieldsOf } from '../filter/field-of.ts'
import { filterRows, type RowTable } from '../filter/row-columns.ts'
import { parseFilter, type Where, type WhereOptions } from '../filter/where-terms.ts'
import { shownSetting } from '../secrets/mask-settings.ts'
import type { Change } from '../settings-diff/diff-settings.ts'
import { filterChanges, type PathGlob, parsePathGlob, patternOf } from '../settings-diff/path-glob.ts'
import { changeAncestors, pickPaths } from '../settings-diff/pick-paths.ts'
import { pathKey, pathText } from '../settings-diff/setting-path.ts'
import { findingsByChange } from './change-findings.ts'
import type { Comparison } from './compare-settings.ts'
import type { RiskFinding } from './revision-risk.ts'
import { VERDICTS, type VerdictName } from './risk-verdict.ts'

const KINDS: readonly Change['kind'][] = ['added', 'removed', 'changed', 'reordered']

const field = fieldsOf((change: Change) => change)

/** Filter fields of changes: verdict, kind, setting and path. A free word is a path pattern. */
export const changeTable = (findingsOf: (change: Change) => readonly RiskFinding[]): RowTable<Change> => ({
  isPhrase: true,
  fields: [
    field('verdict', 'word', (change) => [...new Set(findingsOf(change).map(({ verdict }) => verdict))], [], VERDICTS),
    field('kind', 'word', ({ kind }) => kind, [], KINDS),
    field('member', 'word', ({ path: [first] }) => (first?.is === 'member' ? shownSetting(first.name) : undefined)),
    field('path', 'text', ({ path }) => pathText(path)),
  ],
  nameOf: ({ path }) => pathText(path),
  finds: (raw) => {
    const glob = parsePathGlob(patternOf(raw))
    return (change) => filterChanges([change], glob).length > 0
  },
})

const words = changeTable(() => [])

export const parseChangeWhere = (text: string, options?: WhereOptions): Where => parseFilter(text, words, options)

/** Whether a filter is only a path pattern. */
export const isPlainPattern = ({ terms, wrong, unfinished }: Where): boolean =>
  wrong === undefined &&
  (unfinished === undefined || terms.length === 0) &&
  terms.length <= 1 &&
  terms.every((term) => term.is === 'name' && !term.isNegated)

/** Restrictions on the shown changes: a path pattern, a verdict and conditions; undefined for no restriction. */
export type Wanted = {
  glob: PathGlob | undefined
  verdict: VerdictName | undefined
  /** Additional conditions: see changeTable. */
  where?: Where | undefined
}

/** The requested changes with their findings. Returns the same object if there are no restrictions. */
export const filterComparison = (comparison: Comparison, { glob, verdict, where }: Wanted): Comparison => {
  if (!glob && !verdict && !where) return comparison
  const findingsOf = findingsByChange(comparison.findings)
  const matching = glob ? filterChanges(comparison.changes, glob) : comparison.changes
  const withVerdict = verdict
    ? matching.filter((change) => findingsOf(change).some((finding) => finding.verdict === verdict))
    : matching
  const changes = where ? filterRows(withVerdict, changeTable(findingsOf), where) : withVerdict
  const known = new Set<RiskFinding>()
  for (const change of changes) for (const finding of findingsOf(change)) known.add(finding)
  return { changes, findings: comparison.findings.filter((finding) => known.has(finding)) }
}

/** The parts of two settings to compare: matching parts, and ancestors of matching changes. */
export type Picked = { glob: PathGlob; ancestors: PathGlob }

/** @param shown - The result of {@link filterComparison}. @returns undefined if there are no restrictions. */
export const pickedParts = (shown: Comparison, { glob, verdict, where }: Wanted): Picked | undefined => {
  if (!glob && !verdict && !where) return undefined
  const ancestors = changeAncestors(shown.changes)
  if (glob && !verdict && !where) return { glob, ancestors }
  const keys = new Set(shown.changes.map(({ path }) => pathKey(path)))
  return { glob: (path) => keys.has(pathKey(path)), ancestors }
}

/** The picked parts of settings. Missing settings are compared as an empty object; null is a separate value. */
export const pickedOf = (settings: unknown = {}, picked: Picked | undefined = undefined): unknown =>
  picked === undefined ? settings : (pickPaths(settings, picked.glob, picked.ancestors) ?? {})
