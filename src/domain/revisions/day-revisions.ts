import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { type Day, dayOf } from '../calendar/calendar.ts'
import { diffSettings } from '../settings-diff/diff-settings.ts'
import { type Path, pathText } from '../settings-diff/setting-path.ts'
import { authorOf } from './revision-brief.ts'

type Revision = Lenient<ControlRevision>

/** A revision of the controls as what a day may have come of. */
export type DayRevision = ReturnType<typeof revisionsOn>[number]

/** The UTC day that a revision was made on; undefined where the API does not say. */
export const revisionDay = ({ updatedAt }: Pick<Revision, 'updatedAt'>): Day | undefined => {
  const at = updatedAt === undefined ? Number.NaN : Date.parse(updatedAt)
  return Number.isNaN(at) ? undefined : dayOf(at)
}

/** The days that revisions were made on. */
export const revisionDays = (revisions: readonly Revision[]): ReadonlySet<Day> =>
  new Set(revisions.map(revisionDay).filter((day) => day !== undefined))

/** The revisions of a day, newest first. @param revisions - Masked, in any order; each is compared with the next older one. */
export const revisionsOn = (revisions: readonly Revision[], day: Day) => {
  const newestFirst = revisions.toSorted((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
  return newestFirst.flatMap((one, index) => {
    const { revision, user, settings } = one
    if (revision === undefined || revisionDay(one) !== day) return []
    const before = newestFirst[index + 1]
    return [
      {
        revision,
        day,
        /** Untrusted text. */
        who: authorOf({ user }).who,
        /**
         * Changed settings of models and autonomy, in the order of the settings. Empty for the oldest revision given, because its
         * changes are not known. Untrusted texts.
         */
        touched: before ? touchedBy(before.settings, settings) : [],
      },
    ]
  })
}

const touchedBy = (before: Revision['settings'], after: Revision['settings']): string[] => [
  ...new Set(
    diffSettings(before ?? {}, after ?? {})
      .map(({ path }) => memberPath(path))
      .filter(isOfModelsOrAutonomy)
      .map(pathText),
  ),
]

/** The path down to the last of its members: which entries of a list changed is told where the revision is. */
const memberPath = (path: Path): Path => {
  const end = path.findIndex(({ is }) => is !== 'member')
  return end < 0 ? path : path.slice(0, end)
}

const isOfModelsOrAutonomy = (path: Path): boolean =>
  path.some((step) => step.is === 'member' && /model|autonomy/i.test(step.name))

/** The newest gap in the numbers of cached revisions, newest first; undefined without a gap. */
export const firstGap = (rows: readonly Lenient<ControlRevision>[]): { from: number; to: number } | undefined => {
  for (const [at, { revision: after }] of rows.entries()) {
    const before = rows[at + 1]?.revision
    if (after !== undefined && before !== undefined && before < after - 1) return { from: before + 1, to: after - 1 }
  }
  return undefined
}

/** The newest revision of the controls that was shown, and when, Unix ms. */
export type LastLook = { revision: number; at: number }

/** Whether a revision came after what was seen last; where nothing was, none did. */
export const isNewSince = (look: LastLook | undefined, revision: number | undefined): boolean =>
  look !== undefined && revision !== undefined && revision > look.revision

/** What is remembered of looks at the controls from one run to the next. */
export type Looks = {
  /** What was seen before this run, the same for as long as it lasts; undefined where nothing was, or nobody knows. */
  last(): LastLook | undefined
  /** Tells that a revision is shown now. What is remembered is never a lower one than before. */
  saw(revision: number): void
}

/** Nothing is remembered. */
export const noLooks: Looks = { last: () => undefined, saw: () => {} }
