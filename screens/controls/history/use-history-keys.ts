import { useEffect, useRef } from 'react'
import { inSlices } from '../../../src/base/slices.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { useLatest } from '../../../src/ui/keys/use-latest.ts'
import { copiedCells } from '../../kit/export/copied-cells.ts'
import { useExports } from '../../kit/export/exports.ts'
import { NO_ROW } from '../../kit/list/nothing-to-do.ts'
import { listHandlers } from '../../kit/list/use-list.ts'
import { type Marks, useUnmarking } from '../../kit/list/use-marks.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { useAgeEnd } from '../../kit/session/use-range.ts'
import { settingsJson } from '../shared/settings-json.ts'
import type { LoadedRevisions } from '../shared/use-revisions.ts'
import { changedText, openText } from './history-columns.ts'
import { historyExports, openExports } from './history-exports.ts'
import { historyKeys } from './history-keys.ts'
import { type HistoryRow, widenedAnything } from './history-rows.ts'
import type { HistoryList } from './use-history-list.ts'

export type MarkedRevisions = {
  /** Ids are the numbers of revisions. */
  marks: Marks
  /** Shows what differs between two, the older first. */
  compareRevisions: (a: number, b: number) => void
}

/** What the keys of the history do. */
export const useHistoryKeys = (
  history: HistoryList,
  loaded: LoadedRevisions,
  showChanges: (revision: number) => void,
  { marks, compareRevisions }: MarkedRevisions,
): void => {
  const { tell, copy } = useLastRow()
  const { theme } = useSession()
  const ageEnd = useAgeEnd()
  const { all, rows, list, selected, filter, quick, setQuick, height } = history
  const seek = useSeek(history, loaded.hasMore)
  const seekWidened = (step: 1 | -1) => seek(step, widenedAnything, 'widened anything')
  const seekNew = (step: 1 | -1) =>
    all.some(({ isNew }) => isNew) ? seek(step, ({ isNew }) => isNew, 'is new') : seekWidened(step)
  const lastCell = (row: HistoryRow): string =>
    openText(history.open?.get(row.revision) ?? [], Number.POSITIVE_INFINITY, theme) || changedText(row)
  const noRow = () => (selected() ? 'This revision has no number.' : loaded.state.is === 'loading' ? LOADING : NO_ROW)
  useUnmarking(marks, filter.fieldKeys !== undefined)
  const handlers = listHandlers(list, height, rows.length)
  useKeys(historyKeys, {
    ...handlers,
    ...useExports(() =>
      quick === 'open' && history.open ? openExports(rows, history.open, ageEnd) : historyExports(rows),
    ),
    bottom: (_times, row) => {
      if (row !== undefined) return handlers.bottom(1, row)
      list.moveTo(rows.length - 1)
      // While open widenings are shown, older revisions do not come by themselves.
      if (loaded.failure || (quick === 'open' && loaded.hasMore)) loaded.moreAtOnce()
      return undefined
    },
    nextNew: () => seekNew(1),
    lastNew: () => seekNew(-1),
    nextWidened: () => seekWidened(1),
    lastWidened: () => seekWidened(-1),
    changes: () => {
      const revision = selected()?.revision
      return revision === undefined ? noRow() : showChanges(revision)
    },
    filter: filter.open,
    mark: () => {
      const row = selected()
      if (row?.revision === undefined) return noRow()
      marks.toggle(row.id)
      return list.move(1)
    },
    compareMarked: () => {
      // One that is marked is compared with the selected one.
      const row = selected()
      const numbers = [...new Set([...marks.ids, ...(marks.ids.size === 1 && row ? [row.id] : [])])].map(Number)
      if (numbers.length < 2)
        return tell(
          marks.ids.size === 0
            ? 'No revision is marked yet: Space marks that of a row.'
            : 'Mark another one, or go to it.',
        )
      compareRevisions(Math.min(...numbers), Math.max(...numbers))
      if (numbers.length > 2) tell(`Of ${numbers.length} marked, the oldest with the newest: ( ) and < > move them.`)
    },
    quick: () => setQuick(quick === 'all' ? 'open' : 'all'),
    copyRow: () => {
      const row = selected()
      copy(row && copiedCells([row.revision, row.updatedAt, row.who, lastCell(row)]), 'the row.')
    },
    copyId: () => {
      const row = selected()
      if (row?.revision === undefined) return noRow()
      return copy(String(row.revision), 'the number of the revision.')
    },
    copyJson: () => {
      const row = selected()
      const revision = loaded.revisions[all.findIndex(({ id }) => id === row?.id)]
      copy(revision && settingsJson(revision), 'the settings as JSON, without secrets.', 'text')
    },
  })
}

const LOADING = 'The revisions are still loading.'

/** Selects the next row that is wanted. Each may have to be compared first, so that they are gone through in slices. */
const useSeek = ({ rows, list }: HistoryList, hasMore: boolean) => {
  const { tell } = useLastRow()
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const latestList = useLatest(list)
  return (step: 1 | -1, isWanted: (row: HistoryRow) => boolean, what: string): void => {
    stop.current()
    let at = list.selected
    stop.current = inSlices(() => {
      at += step
      const row = rows[at]
      if (row && !isWanted(row)) return true
      if (row) latestList.current.moveTo(at)
      else tell(`No ${step > 0 ? 'older' : 'newer'} revision${hasMore && step > 0 ? ' that is loaded' : ''} ${what}.`)
      return false
    })
  }
}
