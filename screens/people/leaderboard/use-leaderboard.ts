import { useMemo } from 'react'
import { naturalTableWidth } from '../../../src/ui/layout/data-table.ts'
import { useRowClicks } from '../../../src/ui/mouse/click-areas.ts'
import { useSparklineScale } from '../../kit/charts/chart-text.ts'
import { sideSizes } from '../../kit/detail/list-and-detail.ts'
import { NO_ROOM_BELOW } from '../../kit/detail/use-detail.ts'
import type { Marks } from '../../kit/list/use-marks.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import { useSession } from '../../kit/session/session.ts'
import type { PeopleTabs } from '../shared/people-keys.ts'
import { peopleState } from '../shared/people-keys.ts'
import type { LoadedPeople } from '../shared/use-people.ts'
import { entryIdsOf, useEntries } from './entries.ts'
import { useEntryColumns, useEntryTable } from './entry-columns.ts'
import { failureLines } from './list-notes.ts'
import { PREVIEW_ROWS } from './preview.ts'
import { usePaging } from './use-paging.ts'
import { useShownList } from './use-shown-list.ts'

export type LeaderboardProps = Pick<ScreenProps, 'width' | 'height' | 'open'> & {
  loaded: LoadedPeople
  marks: Marks
  compareMarked: () => void
  tabs: PeopleTabs
}

/** Minimum height of a body with room for the preview below the list. */
const MIN_HEIGHT_FOR_PREVIEW = 18
/** Rows of the status, the filter or rule, and the heading. */
const HEAD_ROWS = 3
/** Cells before a row, for the selection and the mark. */
export const GUTTER = 2
/** Cells after a row, before a preview next to the list. */
const MARGIN = 1

export type ShownLeaderboard = ReturnType<typeof useLeaderboard>

/** The filtered list, its layout, and the loading of more people. */
export const useLeaderboard = ({ width, height, loaded }: LeaderboardProps) => {
  const { theme } = useSession()
  const { board } = loaded
  const shown = useShownList(loaded)
  const sparklines = useSparklineScale(peopleState.sparklineScale)
  const { kind, rows, order, sort, isFiltering } = shown
  const [hasPreview, setHasPreview] = useScreenState(peopleState.preview)
  const columns = useEntryColumns(loaded, shown, sparklines.by, width)
  const widthIn = (most: number) => naturalTableWidth(columns, [], most - GUTTER - MARGIN) + GUTTER + MARGIN
  const hasRoom = height >= MIN_HEIGHT_FOR_PREVIEW
  const below = sideSizes(width, 0, widthIn) || !hasRoom ? 0 : PREVIEW_ROWS + 1
  const room = height - HEAD_ROWS - (hasPreview ? below : 0)
  const failures = failureLines(loaded, width, room, theme)
  const listHeight = Math.max(0, room - failures.length)
  /** The list next to the preview; undefined in a window that is too narrow. */
  const sideBySide = hasPreview ? sideSizes(width, listHeight, widthIn) : undefined
  const listWidth = sideBySide?.listWidth ?? width
  const ids = useMemo(() => entryIdsOf(board, rows), [board, rows])
  const rowKey = peopleState.row.at(kind)
  const list = useEntries(rowKey, order, listHeight, ids)
  useRowClicks(list, {
    top: HEAD_ROWS + failures.length,
    height: listHeight,
    width: listWidth,
    count: order.length,
  })
  return {
    shown,
    sparklines,
    isPreviewed: hasPreview && (sideBySide !== undefined || hasRoom),
    sideBySide,
    listWidth,
    togglePreview: () => (sideBySide || hasRoom ? setHasPreview(!hasPreview) : NO_ROOM_BELOW),
    failures,
    listHeight,
    ids,
    list,
    table: useEntryTable(columns, shown.sort, listWidth - GUTTER - (sideBySide ? MARGIN : 0)),
    paging: usePaging(loaded, { list, rowKey, height: listHeight, count: order.length, isFiltering, sort }),
  }
}
