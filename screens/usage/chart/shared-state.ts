import type { Day, Range } from '../../../src/domain/calendar/calendar.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'
import { usageState } from '../views/usage-state.ts'

export type SharedState = ReturnType<typeof useSharedState>

/** What all views share: it stays as it is when another one is shown. */
export const useSharedState = (target: Target | undefined) => {
  const [day, setDay] = useScreenState(usageState.day, target?.day)
  const [isBrokenDown, setBrokenDown] = useScreenState(usageState.brokenDown, target?.day !== undefined)
  const [isDayInHand, setDayInHand] = useScreenState(usageState.dayInHand)
  const [form, setForm] = useScreenState(usageState.form)
  const [extraRows, setExtraRows] = useScreenState(usageState.extraRows)
  return {
    day,
    /** The chosen day: the last one of a range until there is another in it. */
    dayIn: ({ from, to }: Range): Day => (day !== undefined && day >= from && day <= to ? day : to),
    takeDay: (next: Day) => {
      setDay(next)
      setDayInHand(true)
    },
    /** Whether the table breaks the chosen day down, against its usual weekday, in place of the range. */
    isBrokenDown,
    setBrokenDown,
    /** Whether the day was chosen after the row: Enter looks into it. */
    isDayInHand,
    setDayInHand,
    form,
    setForm,
    /** Rows that the user gave to the chart beyond the usual, or took from it. */
    extraRows,
    setExtraRows,
  }
}
