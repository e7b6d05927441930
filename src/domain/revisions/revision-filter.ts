import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { dayAt, daysSince, fieldsOf } from '../filter/field-of.ts'
import type { RowTable } from '../filter/row-columns.ts'
import { toJson } from '../output/output.ts'
import { compareSettings } from '../risk/compare-settings.ts'
import { countVerdicts, VERDICTS, type VerdictName } from '../risk/risk-verdict.ts'
import { shownSetting } from '../secrets/mask-settings.ts'
import { pathText } from '../settings-diff/setting-path.ts'
import { authorOf, type RevisionAuthor } from './revision-brief.ts'

type Revision = Lenient<ControlRevision>

/** The data of a revision for filters. What it changed is undefined if the next older revision is unknown. */
export type FilterableRevision = RevisionAuthor & {
  revision: number | undefined
  /** RFC 3339. */
  updatedAt: string | undefined
  /** Names of the top-level settings with changes. */
  members: readonly string[] | undefined
  /** The changed paths. */
  paths: readonly string[] | undefined
  /** Number of findings per verdict. */
  verdicts: Readonly<Record<VerdictName, number>> | undefined
  /** The texts to search for a free word. */
  texts: readonly string[]
}

/**
 * Filter fields of revisions. A free word is searched for in author, time, changes and values.
 *
 * @param now - Time for which ages are computed, Unix ms.
 */
export const revisionTable = <Row>(now: number, itemOf: (row: Row) => FilterableRevision): RowTable<Row> => {
  const field = fieldsOf(itemOf)
  return {
    namesAreWords: true,
    fields: [
      field('who', 'word', ({ who, email }) => [who ?? '', email ?? ''].filter(Boolean), ['by', 'author', 'email']),
      field(
        'verdict',
        'word',
        ({ verdicts }) => VERDICTS.filter((name) => (verdicts?.[name] ?? 0) > 0),
        ['risk'],
        VERDICTS,
      ),
      field('changed', 'word', ({ members }) => members, ['member']),
      field('path', 'text', ({ paths }) => paths),
      field('edits', 'number', ({ paths }) => paths?.length),
      field('date', 'day', ({ updatedAt }) => dayAt(Date.parse(updatedAt ?? '')), ['day', 'updatedat', 'time']),
      field('age', 'age', ({ updatedAt }) => daysSince(Date.parse(updatedAt ?? ''), now)),
      field('rev', 'number', ({ revision }) => revision, ['revision']),
      ...VERDICTS.map((name) => field(name, 'number', ({ verdicts }) => verdicts?.[name])),
    ],
    nameOf: (row) => itemOf(row).who ?? '',
    textsOf: (row) => itemOf(row).texts,
  }
}

/**
 * The data of a revision for filters, from a comparison with the next older one.
 *
 * @param before - Undefined if it is unknown, or if `after` is the very first revision.
 */
export const filterableRevision = (before: Revision | undefined, after: Revision): FilterableRevision => {
  const { revision, updatedAt } = after
  const own = { revision, updatedAt, ...authorOf(after) }
  const about = [revision, updatedAt, own.who, own.email].join(' ')
  const isFirst = !before && revision === 1
  if (!before && !isFirst) return { ...own, members: undefined, paths: undefined, verdicts: undefined, texts: [about] }
  const { changes, findings } = compareSettings(before?.settings ?? {}, after.settings)
  const paths = changes.map(({ path }) => pathText(path))
  const members = [
    ...new Set(changes.map(({ path: [first] }) => (first?.is === 'member' ? shownSetting(first.name) : ''))),
  ]
  // The very first revision has nothing to loosen.
  const verdicts = countVerdicts(isFirst ? [] : findings)
  const values = changes.map((change) => toJson({ ...change, path: undefined }).slice(0, MAX_SEARCHED_CHARS))
  const found = VERDICTS.filter((name) => verdicts[name] > 0)
  return {
    ...own,
    members: members.filter(Boolean),
    paths,
    verdicts,
    texts: [about, ...members, ...found, ...paths, ...values],
  }
}

/** Number of characters of a change's values to search. */
const MAX_SEARCHED_CHARS = 2_000
