import type { Day, Range } from '../../../src/domain/calendar/calendar.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'
import { usageState } from '../views/usage-state.ts'

export type SharedState = ReturnType<typeof useSharedState>

/** State that all views share. */
export const useSharedState = (target: Target | undefined) => {
  const [day, setDay] = useScreenState(usageState.day, target?.day)
  const [isBrokenDown, setBrokenDown] = useScreenState(usageState.brokenDown, target?.day !== undefined)
  const [isDayLast, setDayLast] = useScreenState(usageState.dayLast)
  const [isDayFocused, setDayFocused] = useScreenState(usageState.dayFocused)
  const [form, setForm] = useScreenState(usageState.form)
  const [extraRows, setExtraRows] = useScreenState(usageState.extraRows)
  return {
    day,
    /** The chosen day if it is in the range; otherwise the last day of the range. */
    dayIn: ({ from, to }: Range): Day => (day !== undefined && day >= from && day <= to ? day : to),
    focusDay: (next: Day) => {
      setDay(next)
      setDayFocused(true)
    },
    /** Whether the table breaks down the chosen day instead of the range, compared with its usual weekday. */
    isBrokenDown,
    setBrokenDown,
    /** Breaks down the chosen day. @param isLast - Whether it is opened over a row. */
    breakDown: (isLast: boolean) => {
      setBrokenDown(true)
      setDayLast(isLast)
    },
    /** Whether the day was opened after the row, so that going back leaves the day first. */
    isDayLast,
    setDayLast,
    /** Whether Enter applies to the day and not to the row, because the user chose the day last. */
    isDayFocused,
    setDayFocused,
    form,
    setForm,
    /** Rows that the user added to the usual height of the chart; negative if removed. */
    extraRows,
    setExtraRows,
  }
}
