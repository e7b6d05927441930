import { useEffect, useMemo } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { cutStyled, filled } from '../../../src/ui/layout/columns.ts'
import { createRowTexts, type PlacedColumn } from '../../../src/ui/layout/data-table.ts'
import { Body } from '../../../src/ui/layout/rows.tsx'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { useClickArea, useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { MAX_DETAILS } from '../../kit/detail/use-detail.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { listRows } from '../../kit/list/list-rows.ts'
import { atTheEnd, useQuietList } from '../../kit/list/use-list.ts'
import { failedLines, failuresOf } from '../../kit/query/states.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useReport } from '../../kit/screen/screen-report.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { personCommand } from '../shared/people-exports.ts'
import { backHints, personKeys } from '../shared/people-keys.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import { dayColumn, type PersonDayRow, personColumns, personDayRows, placedAround } from './person-day-columns.ts'
import { chartTitle, PERSON_ROWS, personChart, personLines } from './person-lines.ts'
import { usePersonKeys, useSoughtPerson } from './use-person.ts'

export type PersonViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedPeople
  /** The person's own id, also while the session is private. */
  id: string
  /** The day to begin at. */
  day: Day | undefined
}

const hinted = [...personKeys, ...backHints]

/** One person: sums, a chart of one measure, and every member of a row by day. */
export const PersonView = ({ width, height, loaded, id, day: firstDay }: PersonViewProps) => {
  const { theme } = useSession()
  const { board, queryState, isExact, salt } = loaded
  const sought = useSoughtPerson(loaded, id)
  const { found } = sought

  const days = useMemo(() => (found ? personDayRows(found.detail, isExact) : []), [found, isExact])
  const ids = useMemo(() => days.map(({ day }) => day), [days])
  const [chosen, setChosen] = useScreenState('column', 0)
  const { id: field } = personColumns[chosen] ?? dayColumn

  const failures = failuresOf([queryState]).flatMap((error) => failedLines(error, width, theme))
  const head = height >= 16 ? PERSON_ROWS : height >= 12 ? 3 : 2
  // What the days leave of a tall window is the chart's.
  const left = days.length === 0 ? 0 : height - head - 2 - failures.length - days.length
  const chartHeight = Math.max(4, Math.floor((height - head) * 0.4), left)
  const listHeight = Math.max(1, height - head - chartHeight - 2 - failures.length)
  const [started, setStarted] = useScreenState('started', false)
  const list = useQuietList('day', ids, listHeight)
  useRowClicks(list, {
    top: head + chartHeight + 2 + failures.length,
    height: listHeight,
    count: ids.length,
  })
  useEffect(() => {
    if (started || ids.length === 0) return
    setStarted(true)
    if (firstDay !== undefined && ids.includes(firstDay)) list.moveTo(ids.indexOf(firstDay))
  }, [started, setStarted, ids, firstDay, list])
  const chartOf = useMemo(
    () =>
      memoize(
        (day: Day | undefined) =>
          found && personChart({ board, entry: found.entry, field, day }, width, chartHeight, theme),
        MAX_DETAILS,
      ),
    [board, found, field, width, chartHeight, theme],
  )
  const chartNow = () => chartOf(ids[list.selected])
  useClickArea({
    top: head + 1,
    height: chartHeight,
    click: (cell) => {
      const clicked = chartNow()?.dayAt(cell)
      if (clicked !== undefined && ids.includes(clicked)) list.moveTo(ids.indexOf(clicked))
    },
  })
  const placed = useMemo(() => placedAround(chosen, width - 1), [chosen, width])
  const textOf = useMemo(() => createRowTexts(placed, theme), [placed, theme])
  const about = useMemo(
    () => (found ? personLines(found.detail, isExact, width, theme).slice(0, head) : []),
    [found, isExact, width, theme, head],
  )

  const step = (by: 1 | -1) => (personColumns[chosen + by] ? setChosen(chosen + by) : atTheEnd('measure', by))
  usePersonKeys({ loaded, id, sought, days, list, height: listHeight, step })
  useReport('people', {
    crumbs: [safeText(sought.name)],
    enter: () => undefined,
    command: personCommand(found?.detail.id ?? id, loaded.rangeArguments, salt !== undefined),
    fieldKeys: hinted,
    states: [queryState],
    days: loaded.ownDays,
  })

  if (!found) {
    const why = failures.length > 0 ? '' : ` ${theme.muted(sought.whyNot)}`
    return <Body lines={[...failures, cutStyled(why, width)]} height={height} />
  }
  // Made once for all moves until the screen is drawn again: what is drawn again is known by its text.
  const dayText = memoize((row: (typeof days)[number]) => (row.row ? textOf(row) : theme.muted(textOf(row))))
  const hidden = personColumns.length - (placed.length - 1)
  const above = [...filled(about, head), chartTitle(field, hidden, width, theme)]
  const between = [` ${heading(placed, field, isExact, theme)}`, ...failures]
  const lines = () =>
    [
      ...above,
      ...filled(chartNow()?.lines ?? [], chartHeight),
      ...between,
      ...listRows(days, dayText, { list, height: listHeight, width }, theme),
    ].map((line) => cutStyled(line, width))
  return <ListBody list={list} lines={lines} height={height} />
}

/** The titles of the columns, the chosen one in another style. That of ranks is marked until all people are loaded. */
const heading = (
  placed: readonly PlacedColumn<PersonDayRow>[],
  chosen: string,
  isExact: boolean,
  theme: Theme,
): string =>
  placed
    .map(({ column: { id, title, align }, width }) => {
      const text = fit(id === 'rank' && !isExact ? `~${title}` : title, width, align)
      return id === chosen ? theme.accent(theme.strong(text)) : theme.muted(text)
    })
    .join('  ')
