import { useMemo } from 'react'
import { bucket, largest, sparkline } from '../../../src/domain/charts/sparkline.ts'
import { fields } from '../../../src/domain/people/field-table.ts'
import type { Leaderboard } from '../../../src/domain/people/leaderboard.ts'
import { compareMarked, type MarkedMeasure, type MarkedPeople } from '../../../src/domain/people/people-marks.ts'
import { sortBy } from '../../../src/domain/people/people-sort.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { NONE } from '../../../src/domain/text/format.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled, justify } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { changeText } from '../../kit/charts/chart-text.ts'
import { useExports } from '../../kit/export/exports.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { backHint } from '../../kit/list/list-screen-keys.ts'
import { NO_ROW } from '../../kit/list/use-list.ts'
import { MIN_COLUMN_WIDTH, markedState, useMarkedColumns } from '../../kit/list/use-marked-columns.ts'
import type { Marks } from '../../kit/list/use-marks.ts'
import { useRows } from '../../kit/list/use-rows.ts'
import { personLabel } from '../../kit/screen/enter-hint.ts'
import { rule } from '../../kit/screen/frame.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useReport } from '../../kit/screen/screen-report.ts'
import { useSession } from '../../kit/session/session.ts'
import { nameText, sumText, wordsText, wordText } from '../shared/cells.ts'
import { listCommand, markedExports } from '../shared/people-exports.ts'
import { markedPeopleKeys } from '../shared/people-keys.ts'
import type { LoadedPeople } from '../shared/use-people.ts'

type MarkedViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedPeople
  marks: Marks
  leave: () => void
}

/** Compares the marked people: a column per person, a row per measure. */
export const MarkedView = ({ width, height, open, loaded, marks, leave }: MarkedViewProps) => {
  const { theme } = useSession()
  const { board, isExact } = loaded
  const marked = useMemo(() => compareMarked(board, marks.ids), [board, marks.ids])
  const count = marked.entries.length
  const columns = useMarkedColumns({ one: 'person', count, width, labelCells: LABEL_CELLS })
  const { chosen } = columns
  const rows = markedRows(board, marked, columns, theme)
  const listed = useRows(markedState.row, rows, idOf, { textOf, top: HEAD, height: Math.max(1, height - HEAD), width })

  const chosenId = board.people.ids[board.person[marked.entries[chosen] ?? -1] ?? -1]
  useKeys(markedPeopleKeys, {
    ...listed.handlers,
    ...columns.handlers,
    mark() {
      if (chosenId === undefined) return NO_ROW
      marks.toggle(chosenId)
      return marks.ids.size === 1 ? leave() : undefined
    },
    person: () => (chosenId === undefined ? NO_ROW : open('people', { person: chosenId })),
    list: leave,
    ...useExports(() => markedExports(board, marked.entries, isExact)),
  })
  const namedIds = marked.entries.map((entry) => `"${board.idAt(entry)}"`)
  useReport('people', {
    levels: [{ crumb: `${count} compared`, leave }],
    enter: () => (chosenId === undefined ? undefined : personLabel(board.nameAt(marked.entries[chosen] ?? -1))),
    command: listCommand(loaded, 'people', sortBy('credits'), `id=${namedIds.join(',')}`),
    fieldKeys: hinted,
    states: [loaded.queryState],
  })

  const title = `${theme.strong(String(count))} marked`
  const nameAt = (index: number) => fit(nameText(marked.names[index] ?? '', columns.cells), columns.cells, 'right')
  const above = [justify(` ${title}`, columns.more, width), rule(width, theme), ` ${columns.namesLine(nameAt)}`]
  const lines = () => [...above, ...listed.getLines('')].map((line) => cutStyled(line, width))
  return <ListBody list={listed.list} lines={lines} height={height} />
}

const hinted = [...markedPeopleKeys, backHint]

/** Rows of the title, rule and names. */
const HEAD = 3

type MarkedRow = { id: string; line: string }
const idOf = ({ id }: MarkedRow): string => id
const textOf = ({ line }: MarkedRow): string => line

/** Cells of the row labels. */
const LABEL_CELLS = 15
const DELTA_CELLS = 9

/** One row per measure and word field. */
const markedRows = (
  board: Leaderboard,
  marked: MarkedPeople,
  { cells, lineOf }: ReturnType<typeof useMarkedColumns>,
  theme: Theme,
): MarkedRow[] => {
  const { entries, measures, words, languages } = marked
  const max = largest(entries.flatMap((entry) => board.seriesAt('credits', entry)))
  const right = (text: string): string => fit(text, cells, 'right')
  const sparklineAt = (at: number): string => {
    const values = bucket(board.seriesAt('credits', entries[at] ?? -1), cells)
    return theme.accent(right(sparkline(values, { max, ascii: theme.isAscii })))
  }
  const rows: [id: string, label: string, textAt: (at: number) => string][] = [
    ['sparkline', 'credits by day', sparklineAt],
    ...measures.map((measure): (typeof rows)[number] => {
      const { name, label, isPart } = fields[measure.field]
      return [name, isPart ? `  ${label}` : label, (at) => measureText(measure, at, cells, theme)]
    }),
    ...words
      .filter(({ field }) => field !== 'state' || board.previous !== undefined)
      .map(({ field, values }): (typeof rows)[number] => [
        field,
        fields[field].label,
        (at) => right(wordText(values[at])),
      ]),
    ['lang', fields.lang.label, (at) => right(wordsText(languages[at] ?? [], cells) || NONE)],
  ]
  return rows.map(([id, label, textAt]) => ({ id, line: lineOf(theme.muted(fit(label, LABEL_CELLS)), textAt) }))
}

/** A sum, bold if it is the largest, with its change if that fits. */
const measureText = (measure: MarkedMeasure, index: number, cells: number, theme: Theme): string => {
  const sum = measure.sums[index]
  if (!sum) return fit('', cells)
  const hasRoom = cells >= MIN_COLUMN_WIDTH + 6
  const valueCells = hasRoom ? cells - DELTA_CELLS - 1 : cells
  const value = fit(sumText(sum, valueCells), valueCells, 'right')
  const change = hasRoom ? ` ${fit(changeText(measure.deltas[index], theme), DELTA_CELLS, 'right')}` : ''
  return `${measure.largest === index ? theme.strong(value) : value}${theme.muted(change)}`
}
