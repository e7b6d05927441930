import { memoize } from '../../../src/base/memoize.ts'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import { createRowTexts, headingRow, type PlacedColumn } from '../../../src/ui/layout/data-table.ts'
import { Body } from '../../../src/ui/layout/rows.tsx'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useClickArea, useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { MAX_DETAILS } from '../../kit/detail/use-detail.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { listRows } from '../../kit/list/list-rows.ts'
import { endNotice, useList, useSelectOnce } from '../../kit/list/use-list.ts'
import { failureLines } from '../../kit/query/states.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useReport } from '../../kit/screen/screen-report.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { personCommand } from '../shared/people-exports.ts'
import { backHints, personKeys, personState } from '../shared/people-keys.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import { dayColumn, type PersonDayRow, personColumns, personDayRows, placedAround } from './person-day-columns.ts'
import { chartTitle, PERSON_ROWS, personChart, personLines } from './person-lines.ts'
import { useFindPerson, usePersonKeys } from './use-person.ts'

export type PersonViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedPeople
  /** The real id of the person, even in privacy mode. */
  id: string
  /** The day to select first. */
  day: Day | undefined
}

const hinted = [...personKeys, ...backHints]

/** One person: sums, a chart of one measure, and a table of all fields by day. */
export const PersonView = ({ width, height, loaded, id, day: firstDay }: PersonViewProps) => {
  const { theme, plan } = useSession()
  const { board, queryState, isExact, salt } = loaded
  const search = useFindPerson(loaded, id)
  const { found } = search
  const days = found ? personDayRows(found.detail, isExact) : []
  const ids = days.map(({ day }) => day)
  const [chosen, setChosen] = useScreenState(personState.column)
  const { id: field } = personColumns[chosen] ?? dayColumn

  const failures = failureLines([queryState], width, theme)
  const { head, chartHeight, listHeight } = heightsOf(height, days.length, failures.length)
  const list = useList(personState.day, ids, listHeight)
  useRowClicks(list, { top: head + chartHeight + 2 + failures.length, height: listHeight, count: ids.length })
  useSelectOnce(firstDay !== undefined && ids.includes(firstDay) ? firstDay : undefined, list.select)
  // Memoized until the next render, to save CPU on moves.
  const chartOf = memoize(
    (day: Day | undefined) =>
      found && personChart({ board, entry: found.entry, field, day }, width, chartHeight, theme),
    MAX_DETAILS,
  )
  const getChart = () => chartOf(ids[list.selected])
  useClickArea({
    top: head + 1,
    height: chartHeight,
    click: (cell) => {
      const clicked = getChart()?.dayAt(cell)
      if (clicked !== undefined && ids.includes(clicked)) list.moveTo(ids.indexOf(clicked))
    },
  })
  const placed = placedAround(chosen, width - 1)
  const textOf = createRowTexts(placed, theme)
  const about = found
    ? personLines(found.detail, { isExact, price: plan?.creditPrice }, width, theme).slice(0, head)
    : []

  const step = (by: 1 | -1) => (personColumns[chosen + by] ? setChosen(chosen + by) : endNotice('measure', by))
  usePersonKeys({ loaded, id, search, days, list, height: listHeight, step })
  useReport('people', {
    place: safeText(search.name),
    enter: () => undefined,
    command: personCommand(found?.detail.id ?? id, loaded.rangeArguments, salt !== undefined),
    fieldKeys: hinted,
    states: [queryState],
    days: loaded.ownDays,
  })

  if (!found) {
    const why = failures.length > 0 ? '' : ` ${theme.muted(search.emptyReason)}`
    return <Body lines={[...failures, cutStyled(why, width)]} height={height} />
  }
  const dayText = memoize((row: PersonDayRow) => (row.row ? textOf(row) : theme.muted(textOf(row))))
  const hidden = personColumns.length - (placed.length - 1)
  const above = [...filled(about, head), chartTitle(field, hidden, width, theme)]
  const between = [` ${heading(placed, field, isExact, theme)}`, ...failures]
  const lines = () =>
    [
      ...above,
      ...filled(getChart()?.lines ?? [], chartHeight),
      ...between,
      ...listRows(days, dayText, { list, height: listHeight, width }, theme),
    ].map((line) => cutStyled(line, width))
  return <ListBody list={list} lines={lines} height={height} />
}

/** Rows of the part above the chart, of the chart, and of the list of days. */
const heightsOf = (height: number, days: number, failures: number) => {
  const head = height >= 16 ? PERSON_ROWS : height >= 12 ? 3 : 2
  // In a tall window, the chart gets the rows that the days do not need.
  const left = days === 0 ? 0 : height - head - 2 - failures - days
  const chartHeight = Math.max(4, Math.floor((height - head) * 0.4), left)
  return { head, chartHeight, listHeight: Math.max(1, height - head - chartHeight - 2 - failures) }
}

/** The column titles, with the chosen one in another style. The rank title is marked until all people are loaded. */
const heading = (
  placed: readonly PlacedColumn<PersonDayRow>[],
  chosen: string,
  isExact: boolean,
  theme: Theme,
): string => {
  if (theme.isLinear) return headingRow(placed, undefined, theme)
  return placed
    .map(({ column: { id, title, align }, width }) => {
      const text = fit(id === 'rank' && !isExact ? `~${title}` : title, width, align)
      return id === chosen ? theme.accent(theme.strong(text)) : theme.muted(text)
    })
    .join('  ')
}
