import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { dayLabel } from '../../../src/domain/text/format.ts'
import type { GroupInfo } from '../../../src/domain/usage/views/view.ts'
import { changesWord, personWord } from '../../kit/screen/enter-hint.ts'

/** What Enter does with a row of a breakdown; undefined where it does nothing. */
export const usageEnter = (
  { enter }: GroupInfo,
  row: { id: string; name: string } | undefined,
  charted: string | undefined,
): string | undefined => {
  if (!row) return undefined
  if (enter === 'people of model') return 'its people'
  // What belongs to nobody has nobody to show.
  if (enter === 'person') return row.id === '' ? undefined : personWord(row.name)
  if (enter === 'course') return charted === row.id ? 'all of them' : 'its days'
  return undefined
}

/** The same while a day was chosen last: it is broken down first, then what changed the controls on it is opened. */
export const dayEnter = (
  day: Day,
  brokenDay: Day | undefined,
  [newest]: readonly { revision: number }[],
): string | undefined => {
  if (brokenDay === undefined) return dayLabel(day).slice(0, 6)
  return newest && changesWord(newest.revision, true)
}
