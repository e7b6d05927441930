import { AppError } from '../../../../src/base/errors.ts'
import { rangeOf } from '../../../../src/domain/calendar/range-choice.ts'
import { parseRangeText } from '../../../../src/domain/calendar/range-words.ts'
import { rangeLabel } from '../../../../src/domain/text/format.ts'
import { beginning, readWord, type Verb, type VerbReading } from './verb.ts'

const KNOWN = ['7d', '14d', '30d', '90d', 'month', 'last month', 'all', 'oct', '2026-10', '1 oct..']

const labelOf = (typed: string, now: number): string => rangeLabel(rangeOf(parseRangeText(typed, now), now))

export const rangeVerb: Verb = {
  name: 'range',
  takes: 'DAYS',
  help: 'the days that are shown: 30d, oct, last month, 1 oct..',
  action: 'range',
  complete: (typed, { now }) =>
    beginning(
      typed,
      KNOWN.map((text) => ({ text, about: labelOf(text, now) })),
    ),
  read: (typed, { now, setRange }): VerbReading => {
    if (typed === '') return { is: 'unfinished' }
    try {
      const choice = parseRangeText(typed, now)
      return { is: 'ready', does: `show ${labelOf(typed, now)}`, run: () => setRange(choice) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { is: 'wrong', why: error.message }
    }
  },
}

export const compareVerb: Verb = {
  name: 'compare',
  takes: 'prev|off',
  help: 'beside the period before, or not',
  action: 'compare',
  complete: (typed) =>
    beginning(typed, [
      { text: 'prev', about: 'the period directly before beside it' },
      { text: 'off', about: 'nothing beside it' },
    ]),
  read: (typed, { set }) =>
    readWord(typed, {
      prev: { does: 'compare with the period before', run: () => set({ isComparing: true }) },
      off: { does: 'compare with nothing', run: () => set({ isComparing: false }) },
    }),
}
