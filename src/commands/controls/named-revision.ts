import { AppError } from '../../base/errors.ts'
import type { Day } from '../../domain/calendar/calendar.ts'
import { firstGap } from '../../domain/revisions/day-revisions.ts'
import type { History, Revision } from './opened-history.ts'
import type { RevisionName } from './revision-argument.ts'

/** Whether the revision that is meant is among these, or cannot be further down. */
export const isReached = (rows: readonly Revision[], name: RevisionName): boolean => {
  if (name.is === 'latest') return rows.length > name.back
  const oldest = rows.at(-1)
  if (name.is === 'number') return rows.some(({ revision }) => revision !== undefined && revision <= name.revision)
  return oldest !== undefined && heldOn(oldest, name.day)
}

const heldOn = ({ updatedAt }: Revision, day: Day): boolean =>
  updatedAt !== undefined && new Date(updatedAt).toISOString().slice(0, 10) <= day

/** Whether all that are meant are. */
export const areReached = (rows: readonly Revision[], names: readonly RevisionName[]): boolean =>
  names.every((name) => isReached(rows, name))

/**
 * The revision that is meant. Where numbers are missing above one that is not named by its own, nobody knows which it is.
 *
 * @throws AppError of kind `notFound`, or `incomplete` where it may be one that could not be looked at.
 */
export const revisionAmong = (
  { rows, isWhole, incomplete, isOffline }: Pick<History, 'rows' | 'isWhole' | 'incomplete' | 'isOffline'>,
  name: RevisionName,
): Revision => {
  const at =
    name.is === 'latest'
      ? name.back
      : rows.findIndex((row) => (name.is === 'number' ? row.revision === name.revision : heldOn(row, name.day)))
  const found = rows[at]
  if (found && incomplete !== undefined && name.is !== 'number' && firstGap(rows.slice(0, at + 1)))
    throw new AppError('incomplete', `Which revision ${name.text} is cannot be told. ${incomplete}`)
  if (found) return found
  if (incomplete !== undefined) throw new AppError('incomplete', `Revision ${name.text} was not found. ${incomplete}`)
  if (isOffline)
    throw new AppError('incomplete', `Revision ${name.text} is not kept on this machine, which has ${knownText(rows)}.`)
  throw new AppError('notFound', `There is no revision ${name.text}: ${whyNot(name, rows, isWhole)}.`)
}

// The oldest revision that was loaded is the oldest there is only where all were.
const whyNot = (name: RevisionName, rows: readonly Revision[], isWhole: boolean): string => {
  if (isWhole) return `The history has ${knownText(rows)}`
  const newest = rows[0]?.revision
  return name.is === 'number' && newest !== undefined && name.revision > newest
    ? `the newest is ${newest}`
    : 'no revision has this number'
}

const knownText = (rows: readonly Revision[]): string => {
  const [newest, oldest] = [rows[0]?.revision, rows.at(-1)?.revision]
  if (newest === undefined) return 'no revisions'
  return newest === oldest ? `revision ${newest} alone` : `revisions ${oldest} to ${newest}`
}
