import { useMemo } from 'react'
import { bucket, largest, sparkline } from '../../src/domain/charts/sparkline.ts'
import { fields } from '../../src/domain/people/people-fields.ts'
import { compareMarked, type MarkedMeasure } from '../../src/domain/people/people-marks.ts'
import { fit } from '../../src/domain/text/fit.ts'
import { NONE, UNKNOWN } from '../../src/domain/text/format.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { apart, cutStyled, padStyled } from '../../src/ui/layout/columns.ts'
import { Body } from '../../src/ui/layout/rows.tsx'
import type { Theme } from '../../src/ui/layout/theme.ts'
import { useExports } from '../kit/exports.ts'
import { rule } from '../kit/frame.ts'
import type { ScreenProps } from '../kit/screen.ts'
import { useReport } from '../kit/screen-report.ts'
import { useScreenState } from '../kit/screen-state.ts'
import { useSession } from '../kit/session.ts'
import { listHandlers, useList } from '../kit/use-list.ts'
import { deltaText, nameText, sumText, wordsText } from './cells.ts'
import { listCommand } from './command-line.ts'
import { markedExports } from './people-exports.ts'
import { markedPeopleKeys } from './people-keys.ts'
import type { LoadedPeople } from './use-people.ts'

export type MarkedViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedPeople
  marks: ReadonlySet<string>
  setMarks: (marks: ReadonlySet<string>) => void
  /** Back to the list. */
  leave: () => void
}

const LABEL_CELLS = 15
const NARROWEST = 16
const WIDEST = 30
const DELTA_CELLS = 9
const GAP = 2

/** Marked people side by side, a row for each measure. */
export const MarkedView = ({ width, height, open, loaded, marks, setMarks, leave }: MarkedViewProps) => {
  const session = useSession()
  const { theme } = session
  const { board, people, queryState, salt, isExact } = loaded
  const compared = useMemo(() => {
    const ids = [...marks].flatMap((id) => {
      const person = people.personOf(id)
      return person === undefined ? [] : [board.names.idOf(person)]
    })
    return compareMarked(board, ids)
  }, [marks, board, people])
  const count = compared.entries.length
  const [at, setAt] = useScreenState('person', 0)
  const chosen = Math.min(at, Math.max(0, count - 1))

  const room = width - LABEL_CELLS - 1
  const fitting = Math.max(1, Math.min(count, Math.floor((room + GAP) / (NARROWEST + GAP))))
  const cells = Math.min(WIDEST, Math.floor((room - GAP * (fitting - 1)) / fitting))
  const first = Math.max(0, chosen - fitting + 1)

  const rows = useMemo(() => {
    const own = compared.entries.slice(first, first + fitting)
    const line = (label: string, texts: readonly string[]) =>
      `${theme.muted(fit(label, LABEL_CELLS))}${texts.join(' '.repeat(GAP))}`
    const scale = largest(compared.entries.flatMap((entry) => board.seriesAt('credits', entry)))
    const courses = own.map((entry) => {
      const text = sparkline(bucket(board.seriesAt('credits', entry), cells), { max: scale, ascii: theme.isAscii })
      return theme.accent(fit(text, cells, 'right'))
    })
    const word = (text: string | undefined) => fit(text === undefined ? UNKNOWN : safeText(text), cells, 'right')
    const texts = [
      { id: 'course', line: line('credits by day', courses) },
      ...compared.measures.map((measure) => {
        const { label, isPart } = fields[measure.field]
        const shown = own.map((_, index) => measureText(measure, first + index, cells, theme))
        return { id: measure.field, line: line(isPart ? `  ${label}` : label, shown) }
      }),
      ...compared.words
        .filter(({ field }) => field !== 'state' || board.previous !== undefined)
        .map(({ field, values }) => ({
          id: field,
          line: line(fields[field].label, values.slice(first, first + fitting).map(word)),
        })),
      {
        id: 'languages',
        line: line(
          fields.lang.label,
          compared.languages
            .slice(first, first + fitting)
            .map((own) => fit(wordsText(own, cells) || NONE, cells, 'right')),
        ),
      },
    ]
    return texts
  }, [compared, board, first, fitting, cells, theme])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const listHeight = Math.max(1, height - 3)
  const list = useList('measure', ids, listHeight)

  const chosenId = people.ids[board.person[compared.entries[chosen] ?? -1] ?? -1]
  useKeys(markedPeopleKeys, {
    ...listHandlers(list, listHeight, rows.length),
    left: () => setAt(Math.max(0, chosen - 1)),
    right: () => setAt(Math.min(count - 1, chosen + 1)),
    mark: () => {
      const next = new Set(marks)
      if (chosenId !== undefined) next.delete(chosenId)
      setMarks(next)
      if (next.size === 0) leave()
    },
    person: () => chosenId !== undefined && open('people', { person: chosenId }),
    list: leave,
    ...useExports(() => markedExports(board, compared.entries, isExact)),
  })
  useReport('people', {
    crumbs: [`${count} compared`],
    command: listCommand({
      kind: 'people',
      range: loaded.rangeArguments,
      isComparing: loaded.isComparing,
      isPrivate: salt !== undefined,
      sort: { field: 'credits', isDescending: true },
      filter: `id=${compared.entries.map((entry) => `"${board.idAt(entry)}"`).join(',')}`,
    }),
    fieldKeys: markedPeopleKeys,
    states: [queryState],
  })

  const title = `${theme.strong(String(count))} marked${isExact ? '' : theme.muted(', ranked among those loaded')}`
  const hidden = count - fitting
  const more = hidden > 0 ? theme.muted(`${hidden} more, h/l `) : ''
  const names = compared.names.slice(first, first + fitting).map((name, index) => {
    const text = fit(nameText(name, cells), cells, 'right')
    return first + index === chosen ? theme.accent(text) : theme.strong(text)
  })
  const shown = rows.slice(list.top, list.top + listHeight).map(({ line }, y) => {
    if (list.top + y !== list.selected) return ` ${line}`
    return theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${line}`, width))
  })
  const lines = [
    apart(` ${title}`, more, width),
    rule(width, theme),
    ` ${' '.repeat(LABEL_CELLS)}${names.join(' '.repeat(GAP))}`,
    ...shown,
  ]
  return <Body lines={lines.map((one) => cutStyled(one, width))} height={height} />
}

/** A sum, bold where it is the largest, and its change where there is room. */
const measureText = (measure: MarkedMeasure, index: number, cells: number, theme: Theme): string => {
  const sum = measure.sums[index]
  if (!sum) return fit('', cells)
  const hasRoom = cells >= NARROWEST + 6
  const valueCells = hasRoom ? cells - DELTA_CELLS - 1 : cells
  const value = fit(sumText(sum, valueCells), valueCells, 'right')
  const change = hasRoom ? ` ${fit(deltaText(measure.deltas[index], DELTA_CELLS, theme), DELTA_CELLS, 'right')}` : ''
  return `${measure.most === index ? theme.strong(value) : value}${theme.muted(change)}`
}
