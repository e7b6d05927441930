import { useMemo } from 'react'
import { compareMarked } from '../../../src/domain/people/people-marks.ts'
import { sortBy } from '../../../src/domain/people/people-sort.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled, near } from '../../../src/ui/layout/columns.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { useExports } from '../../kit/export/exports.ts'
import { ListBody } from '../../kit/list/list-body.tsx'
import { listRows } from '../../kit/list/list-rows.ts'
import { markedColumns } from '../../kit/list/marked-columns.ts'
import { atTheEnd, NO_ROW } from '../../kit/list/nothing-to-do.ts'
import { listHandlers, useQuietList } from '../../kit/list/use-list.ts'
import type { Marks } from '../../kit/list/use-marks.ts'
import { personWord } from '../../kit/screen/enter-hint.ts'
import { rule } from '../../kit/screen/frame.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useReport } from '../../kit/screen/screen-report.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import { listCommand } from '../shared/command-line.ts'
import { markedExports } from '../shared/people-exports.ts'
import { markedPeopleKeys } from '../shared/people-keys.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import { LABEL_CELLS, markedNames, markedRows } from './marked-rows.ts'

export type MarkedViewProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedPeople
  marks: Marks
  /** Back to the list. */
  leave: () => void
}

/** Marked people side by side, a row for each measure. */
export const MarkedView = ({ width, height, open, loaded, marks, leave }: MarkedViewProps) => {
  const { theme } = useSession()
  const { board, people, queryState, salt, isExact } = loaded
  const marked = useMemo(() => compareMarked(board, marks.ids), [board, marks.ids])
  const count = marked.entries.length
  const [at, setAt] = useScreenState('person', 0)
  const chosen = Math.min(at, Math.max(0, count - 1))
  const columns = markedColumns(count, chosen, width, LABEL_CELLS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: which columns there are, not which object says so
  const rows = useMemo(
    () => markedRows(board, marked, columns, theme),
    [board, marked, columns.first, columns.count, columns.cells, theme],
  )
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const listHeight = Math.max(1, height - 3)
  const list = useQuietList('measure', ids, listHeight)
  useRowClicks(list, { top: 3, height: listHeight, count: ids.length })

  const chosenId = people.ids[board.person[marked.entries[chosen] ?? -1] ?? -1]
  useKeys(markedPeopleKeys, {
    ...listHandlers(list, listHeight, rows.length),
    left: () => (chosen > 0 ? setAt(chosen - 1) : atTheEnd('person', -1)),
    right: () => (chosen < count - 1 ? setAt(chosen + 1) : atTheEnd('person', 1)),
    mark() {
      if (chosenId === undefined) return NO_ROW
      marks.toggle(chosenId)
      return marks.ids.size === 1 ? leave() : undefined
    },
    person: () => (chosenId === undefined ? NO_ROW : open('people', { person: chosenId })),
    list: leave,
    ...useExports(() => markedExports(board, marked.entries, isExact)),
  })
  useReport('people', {
    crumbs: [`${count} compared`],
    enter: () => (chosenId === undefined ? undefined : personWord(board.nameAt(marked.entries[chosen] ?? -1))),
    command: listCommand({
      kind: 'people',
      range: loaded.rangeArguments,
      isComparing: loaded.isComparing,
      isPrivate: salt !== undefined,
      sort: sortBy('credits'),
      filter: `id=${marked.entries.map((entry) => `"${board.idAt(entry)}"`).join(',')}`,
    }),
    fieldKeys: markedPeopleKeys,
    states: [queryState],
  })

  const title = `${theme.strong(String(count))} marked${isExact ? '' : theme.muted(', ranked among those loaded')}`
  const hidden = count - columns.count
  const above = [
    near(` ${title}`, hidden > 0 ? theme.muted(`${hidden} more, h/l `) : '', width),
    rule(width, theme),
    ` ${markedNames(marked, chosen, columns, theme)}`,
  ]
  const lines = () =>
    [...above, ...listRows(rows, ({ line }) => line, { list, height: listHeight, width }, theme)].map((line) =>
      cutStyled(line, width),
    )
  return <ListBody list={list} lines={lines} height={height} />
}
