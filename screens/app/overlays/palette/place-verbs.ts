import { AppError } from '../../../../src/base/errors.ts'
import { type Day, isDay } from '../../../../src/domain/calendar/calendar.ts'
import { judgeAt } from '../../../../src/domain/calendar/known-at.ts'
import { rangeOf } from '../../../../src/domain/calendar/range-choice.ts'
import { parseRangeText } from '../../../../src/domain/calendar/range-words.ts'
import { dayLabel } from '../../../../src/domain/text/format.ts'
import { AS_OF, BACK_TO_NOW } from '../../../kit/session/as-of-words.ts'
import { beginning, type Verb, type VerbReading } from './verb.ts'

export const atVerb: Verb = {
  name: 'at',
  takes: 'DAY|now',
  help: 'readiness and controls as they were known: 2026-11-01, 1 nov',
  complete: (typed) => beginning(typed, [{ text: 'now', about: 'everything as it is known now' }]),
  read: (typed, { now, set }): VerbReading => {
    if (typed === '') return { is: 'unfinished' }
    if (typed.toLowerCase() === 'now')
      return { is: 'ready', does: 'show what is known now', run: () => set({ at: undefined, notice: BACK_TO_NOW }) }
    try {
      const day = dayIn(typed, now)
      if (day === undefined) return { is: 'wrong', why: 'Write one day: 2026-11-01 or 1 nov.' }
      return {
        is: 'ready',
        does: `show what was known on ${dayLabel(day)}`,
        run: () => set({ at: day, notice: AS_OF }),
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { is: 'wrong', why: error.message }
    }
  },
}

/** @throws AppError of kind `usage`. */
const dayIn = (text: string, now: number): Day | undefined => {
  if (isDay(text)) return judgeAt(text, now)
  const { from, to } = rangeOf(parseRangeText(text, now), now)
  return from === to ? from : undefined
}

export const copyLinkVerb: Verb = {
  name: 'copy link',
  takes: '',
  help: 'to what is shown, for qd open',
  action: 'copyLink',
  read: (_typed, { actions }) => ({
    is: 'ready',
    does: 'copy a link to what is shown',
    run: () => actions.find(({ binding }) => binding.action === 'copyLink')?.run(),
  }),
}
