import { AppError } from '../../../../src/base/errors.ts'
import { type RangeChoice, rangeOf } from '../../../../src/domain/calendar/range-choice.ts'
import { parseRangeText } from '../../../../src/domain/calendar/range-words.ts'
import { rangeLabel } from '../../../../src/domain/text/format.ts'
import type { Provider } from './place.ts'

/** Ranges of days as they are typed in the form for them: `30d`, `oct`, `last month`, `1 oct..`. */
export const rangePlaces: Provider = {
  kind: 'ranges',
  find: (typed, { now, setRange }) => {
    const choice = typed === '' ? undefined : choiceOf(typed, now)
    if (!choice) return []
    const days = rangeLabel(rangeOf(choice, now))
    return [
      { id: 'range', text: `show ${days}`, detail: typed, label: 'range', fit: 'whole', run: () => setRange(choice) },
    ]
  },
}

const choiceOf = (typed: string, now: number): RangeChoice | undefined => {
  try {
    return parseRangeText(typed, now)
  } catch (error) {
    // What is typed here is mostly something else.
    if (error instanceof AppError) return undefined
    throw error
  }
}
