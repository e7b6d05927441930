import { useEffect, useMemo } from 'react'
import type { Day } from '../../src/domain/calendar/calendar.ts'
import { barChart } from '../../src/domain/charts/bar-chart.ts'
import { fields, isSumField } from '../../src/domain/people/people-fields.ts'
import { personDetail } from '../../src/domain/people/person-detail.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { fullNumber } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { apart, cutStyled, filled, padStyled } from '../../src/ui/layout/columns.ts'
import { createRowTexts, type PlacedColumn } from '../../src/ui/layout/data-table.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { chartLines } from '../kit/chart-lines.ts'
import { useExports } from '../kit/exports.ts'
import { personName } from '../kit/person-name.ts'
import type { ScreenProps } from '../kit/screen.ts'
import { useReport } from '../kit/screen-report.ts'
import { useScreenState } from '../kit/screen-state.ts'
import { useSession } from '../kit/session.ts'
import { failedLines, failuresOf } from '../kit/states.ts'
import { listHandlers, useList } from '../kit/use-list.ts'
import { personCommand } from './command-line.ts'
import { personJson } from './copy-texts.ts'
import { personExports } from './people-exports.ts'
import { backHints, noKeys, personKeys, stopAllKeys } from './people-keys.ts'
import { dayColumn, type PersonDayRow, personColumns, personDayRows, placedAround } from './person-day-columns.ts'
import { PERSON_ROWS, personLines } from './person-lines.ts'
import type { LoadedPeople } from './use-people.ts'

export type PersonViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedPeople
  /** The person's id, also while the session is private. */
  id: string
  /** The day to begin at. */
  day: Day | undefined
}

/** One person: sums, the course of a measure, and every member of a row by day. */
export const PersonView = ({ width, height, loaded, id, day: firstDay }: PersonViewProps) => {
  const session = useSession()
  const { theme } = session
  const { board, walk, state, queryState, isExact, salt } = loaded
  const person = loaded.people.personOf(id)
  const entry = person === undefined ? undefined : board.entryOf(board.names.idOf(person))
  const detail = useMemo(
    () => (entry === undefined ? undefined : personDetail(board, board.idAt(entry))),
    [board, entry],
  )
  const name = detail?.name ?? personName(id, undefined, salt)

  // Whoever is opened from elsewhere may be on a page that has not come yet; there is no other way to ask for one person.
  const [isStopped, setIsStopped] = useScreenState('stopped', false)
  const isSought = entry === undefined && state.missing.length > 0 && state.error === undefined
  const wantsPage = isSought && state.incomplete === undefined && !isStopped && state.loading === 'nothing'
  useEffect(() => {
    if (wantsPage) walk?.more()
  }, [wantsPage, walk])

  const days = useMemo(() => (detail ? personDayRows(detail) : []), [detail])
  const ids = useMemo(() => days.map(({ day }) => day), [days])
  const [chosen, setChosen] = useScreenState('column', 0)
  const column = personColumns[chosen] ?? dayColumn
  const field = isSumField(column.id) ? column.id : 'credits'

  const failures = failuresOf([queryState]).flatMap((error) => failedLines(error, width, theme))
  const head = height >= 16 ? PERSON_ROWS : height >= 12 ? 3 : 2
  const chartHeight = Math.min(12, Math.max(4, Math.floor((height - head) * 0.4)))
  const listHeight = Math.max(1, height - head - chartHeight - 2 - failures.length)
  const [started, setStarted] = useScreenState('started', false)
  const list = useList('day', ids, listHeight)
  useEffect(() => {
    if (started || ids.length === 0) return
    setStarted(true)
    if (firstDay !== undefined && ids.includes(firstDay)) list.moveTo(ids.indexOf(firstDay))
  }, [started, setStarted, ids, firstDay, list])
  const day = ids[list.selected]

  const plot = useMemo(() => {
    if (!detail || entry === undefined) return []
    const chart = barChart({
      values: board.seriesAt(field, entry),
      ghost: board.seriesBeforeAt(field, entry),
      labels: detail.days,
      selected: day === undefined ? undefined : detail.days.indexOf(day),
      width,
      height: chartHeight,
      ascii: theme.isAscii,
    })
    return chartLines(chart, theme)
  }, [detail, board, entry, field, day, width, chartHeight, theme])
  const placed = useMemo(() => placedAround(chosen, width - 1), [chosen, width])
  const rowText = useMemo(() => createRowTexts(placed, theme), [placed, theme])
  const about = useMemo(
    () => (detail ? personLines(detail, isExact, width, theme).slice(0, head) : []),
    [detail, isExact, width, theme, head],
  )

  const copy = (text: string, what: string) => {
    session.copy(text)
    session.set({ notice: `Copied ${what}` })
  }
  const step = (by: number) => () => setChosen(Math.min(Math.max(0, chosen + by), personColumns.length - 1))
  const shown = days[list.selected]
  useKeys(personKeys, {
    ...listHandlers(list, listHeight, days.length),
    left: step(-1),
    right: step(1),
    ...useExports(() => (detail && entry !== undefined ? personExports(board, entry, detail) : undefined)),
    copyRow: () => {
      if (!shown) return
      const cells = [dayColumn, ...personColumns].map((one) => one.text(shown, UNCUT).trim())
      copy([name, ...cells].join('\t'), 'the day.')
    },
    copyId: () => copy(detail?.id ?? personName(id, undefined, salt), 'the id.'),
    copyJson: () => {
      if (!detail || entry === undefined) return
      const rows = detail.rows.filter((row) => row !== undefined)
      copy(`{"person":${personJson(board, entry)},"days":${JSON.stringify(rows, undefined, 2)}}`, 'the person as JSON.')
    },
  })
  const isLoading = isSought && state.loading !== 'nothing'
  useKeys(
    (isLoading ? stopAllKeys : noKeys) as typeof stopAllKeys,
    {
      stop: () => {
        setIsStopped(true)
        walk?.stop()
      },
    },
    { kind: 'field' },
  )
  useReport('people', {
    crumbs: [safeText(name)],
    command: personCommand(detail?.id ?? id, loaded.rangeArguments, salt !== undefined),
    fieldKeys: hinted,
    states: [queryState],
  })

  if (!detail) {
    const people = `${fullNumber(board.length)} ${board.length === 1 ? 'person' : 'people'}`
    const told = !walk || isLoading ? `loading ${safeText(name)}: not among ${people} yet, Esc stops` : undefined
    const words = isStopped
      ? `${safeText(name)} is not among the ${people} loaded so far: 3 lists them, G there loads all.`
      : `${safeText(name)} has no rows on these days: t chooses others.`
    return <Body lines={[...failures, failures.length > 0 ? '' : ` ${theme.muted(told ?? words)}`]} height={height} />
  }
  const rows = days.slice(list.top, list.top + listHeight).map((row, y) => {
    const text = row.row ? rowText(row) : theme.muted(rowText(row))
    if (list.top + y !== list.selected) return ` ${text}`
    return theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${text}`, width))
  })
  const lines = [
    ...filled(about, head),
    chartTitle(fields[field].longLabel, placed.length - 1, width, theme),
    ...filled(plot, chartHeight),
    ` ${heading(placed, column.id, theme)}`,
    ...failures,
    ...rows,
  ]
  return <Body lines={lines.map((line) => cutStyled(line, width))} height={height} />
}

const hinted = [...personKeys, ...backHints]

/** Wider than any cell: what is copied is not cut. */
const UNCUT = 1000

/** The chosen column is told by brackets where its title leaves room for them, and by its style. */
const heading = (placed: readonly PlacedColumn<PersonDayRow>[], chosen: string, theme: Theme): string =>
  placed
    .map(({ column: { id, title, align }, width }) =>
      id === chosen ? theme.accent(theme.strong(fit(title, width, align))) : theme.muted(fit(title, width, align)),
    )
    .join('  ')

const chartTitle = (name: string, shown: number, width: number, theme: Theme): string => {
  const hidden = personColumns.length - shown
  const more = hidden > 0 ? `h/l measure, ${hidden} more ${hidden === 1 ? 'column' : 'columns'} ` : 'h/l measure '
  return apart(` ${theme.accent(`[${name} by day]`)}`, theme.muted(more), width)
}
