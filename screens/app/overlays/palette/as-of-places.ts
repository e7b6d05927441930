import { AppError } from '../../../../src/base/errors.ts'
import { type Day, isDay } from '../../../../src/domain/calendar/calendar.ts'
import { judgeAt } from '../../../../src/domain/calendar/known-at.ts'
import { rangeOf } from '../../../../src/domain/calendar/range-choice.ts'
import { parseRangeText } from '../../../../src/domain/calendar/range-words.ts'
import { dayLabel } from '../../../../src/domain/text/format.ts'
import type { Provider } from './place.ts'

const TYPED = /^at(?: +(.+))?$/i

/** Days as of which readiness and controls are shown: `at 2026-11-01`, `at 1 nov`, and `at now` back again. */
export const asOfPlaces: Provider = {
  kind: 'days',
  find: (typed, { now, setAt }) => {
    const wanted = TYPED.exec(typed)
    if (!wanted) return []
    const text = wanted[1]?.trim() ?? 'now'
    const place = { label: 'as of', fit: 'whole' } as const
    if (/^(?:now|today)$/i.test(text))
      return [{ ...place, id: 'at:now', text: 'show what there is now', detail: 'at now', run: () => setAt(undefined) }]
    const day = dayIn(text, now)
    if (day === undefined) return []
    const about = 'readiness and controls as they were known then'
    return [{ ...place, id: 'at', text: `as of ${dayLabel(day)}`, detail: about, run: () => setAt(day) }]
  },
}

const dayIn = (text: string, now: number): Day | undefined => {
  try {
    if (isDay(text)) return judgeAt(text, now)
    const { from, to } = rangeOf(parseRangeText(text, now), now)
    return from === to ? from : undefined
  } catch (error) {
    // What is typed here may be half of a day.
    if (error instanceof AppError) return undefined
    throw error
  }
}
