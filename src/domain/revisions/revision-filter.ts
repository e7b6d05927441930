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

/** What filters know of a revision; undefined where the one before is not known, which tells what it changed. */
export type FiledRevision = RevisionAuthor & {
  revision: number | undefined
  /** RFC 3339. */
  updatedAt: string | undefined
  /** Names of the top-level members in which something changed. */
  members: readonly string[] | undefined
  /** The paths that changed. */
  paths: readonly string[] | undefined
  /** How much it widened, narrowed or neither. */
  verdicts: Readonly<Record<VerdictName, number>> | undefined
  /** Everything that a word alone is looked for in. */
  texts: readonly string[]
}

/**
 * Filters of revisions. Each word alone is looked for in who, when, what changed and the values.
 *
 * @param now - What ages are counted to, Unix ms.
 */
export const revisionTable = <Row>(now: number, filedOf: (row: Row) => FiledRevision): RowTable<Row> => {
  const field = fieldsOf(filedOf)
  return {
    namesAreWords: true,
    fields: [
      field('who', 'word', ({ who, email }) => [who ?? '', email ?? ''].filter(Boolean), ['by', 'author', 'email']),
      field('verdict', 'word', ({ verdicts }) => VERDICTS.filter((name) => (verdicts?.[name] ?? 0) > 0), [], VERDICTS),
      field('changed', 'word', ({ members }) => members, ['member']),
      field('path', 'text', ({ paths }) => paths),
      field('date', 'day', ({ updatedAt }) => dayAt(Date.parse(updatedAt ?? '')), ['day', 'updatedat']),
      field('age', 'age', ({ updatedAt }) => daysSince(Date.parse(updatedAt ?? ''), now)),
      field('rev', 'number', ({ revision }) => revision, ['revision']),
      ...VERDICTS.map((name) => field(name, 'number', ({ verdicts }) => verdicts?.[name])),
    ],
    nameOf: (row) => filedOf(row).who ?? '',
    textsOf: (row) => filedOf(row).texts,
  }
}

/**
 * What filters know of a revision beside the one before it.
 *
 * @param before - Undefined: it is not known, unless `after` is the very first one.
 */
export const filedRevision = (before: Revision | undefined, after: Revision): FiledRevision => {
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
  // The first revision of all has nothing to widen.
  const verdicts = countVerdicts(isFirst ? [] : findings)
  const values = changes.map((change) => toJson({ ...change, path: undefined }).slice(0, SOUGHT_VALUE))
  const told = VERDICTS.filter((name) => verdicts[name] > 0)
  return {
    ...own,
    members: members.filter(Boolean),
    paths,
    verdicts,
    texts: [about, ...members, ...told, ...paths, ...values],
  }
}

/** Characters of the values of a change that a word is looked for in. */
const SOUGHT_VALUE = 2_000
