import type { ControlRevision } from '../../contract/controls.ts'
import type { Lenient } from '../../contract/lenient.ts'
import { type Day, dayOf } from '../calendar/calendar.ts'
import { diffSettings } from '../settings-diff/diff-settings.ts'
import { type Path, pathText } from '../settings-diff/setting-path.ts'
import { authorOf } from './revision-brief.ts'

type Revision = Lenient<ControlRevision>

/** A revision of the controls that may explain the values of a day. */
export type DayRevision = ReturnType<typeof revisionsOn>[number]

/** The UTC day of a revision; undefined if unknown. */
export const revisionDay = ({ updatedAt }: Pick<Revision, 'updatedAt'>): Day | undefined => {
  const at = updatedAt === undefined ? Number.NaN : Date.parse(updatedAt)
  return Number.isNaN(at) ? undefined : dayOf(at)
}

export const revisionDays = (revisions: readonly Revision[]): ReadonlySet<Day> =>
  new Set(revisions.map(revisionDay).filter((day) => day !== undefined))

/**
 * The revisions of a day, newest first. @param revisions - Masked, in any order. Each is compared with the next older.
 */
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
         * Changed settings of models and autonomy, in the order of the settings. Empty for the oldest revision, whose
         * changes are unknown. Untrusted texts.
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

/** The leading property names of a path, without list entries, which only the revision itself shows. */
const memberPath = (path: Path): Path => {
  const end = path.findIndex(({ is }) => is !== 'member')
  return end < 0 ? path : path.slice(0, end)
}

const isOfModelsOrAutonomy = (path: Path): boolean =>
  path.some((step) => step.is === 'member' && /model|autonomy/i.test(step.name))

/** The newest gap in the numbers of cached revisions; undefined if there is none. @param rows - Newest first. */
export const firstGap = (rows: readonly Lenient<ControlRevision>[]): { from: number; to: number } | undefined => {
  for (const [at, { revision: after }] of rows.entries()) {
    const before = rows[at + 1]?.revision
    if (after !== undefined && before !== undefined && before < after - 1) return { from: before + 1, to: after - 1 }
  }
  return undefined
}

/** The newest revision of the controls that was shown, with its time, Unix ms. */
export type LastShownRevision = { revision: number; at: number }

/** Whether a revision is newer than the last one shown; false if none was shown. */
export const isNewSince = (lastShown: LastShownRevision | undefined, revision: number | undefined): boolean =>
  lastShown !== undefined && revision !== undefined && revision > lastShown.revision

/** The last revision shown, saved across runs. */
export type ShownRevisions = {
  /** The last revision shown before this run; constant during a run. Undefined if there is none or it is unknown. */
  last(): LastShownRevision | undefined
  /** Records that a revision is shown. The saved number never decreases. */
  recordShown(revision: number): void
}

/** Stores nothing, so no revision counts as new. */
export const noShownRevisions: ShownRevisions = { last: () => undefined, recordShown: () => {} }
