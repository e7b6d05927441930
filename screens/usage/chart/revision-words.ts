import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { eventSign } from '../../../src/domain/charts/chart-frame.ts'
import type { DayRevision } from '../../../src/domain/revisions/day-revisions.ts'
import { dayLabel } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** What the controls did on a day, behind the mark of the chart: `◆ rev 418 m.ito`; undefined where they did not change. */
export const revisionFact = ([newest, ...others]: readonly DayRevision[], theme: Theme): string | undefined => {
  if (!newest) return undefined
  const who = newest.who === undefined ? '' : ` ${safeText(newest.who)}`
  const more = others.length > 0 ? ` +${others.length}` : ''
  return `${theme.warn(eventSign(theme.isAscii))} rev ${newest.revision}${theme.muted(`${who}${more}`)}`
}

/** The revision that a day may have come of: the newest of it or of the day before that touched models or autonomy. */
export const revisionCause = (revisions: readonly DayRevision[], day: Day): string | undefined => {
  const cause = revisions.find(({ touched }) => touched.length > 0)
  if (!cause) return undefined
  const [member = '', ...others] = cause.touched
  const where = cause.day === day ? '' : ` of ${dayLabel(cause.day).slice(0, 6)}`
  // The rest of the path is told where the revision is: the line has to hold who and what moved the day as well.
  const short = member.slice(member.lastIndexOf('.') + 1)
  return `rev ${cause.revision}${where} (${safeText(short)}${others.length > 0 ? ` +${others.length}` : ''})`
}
