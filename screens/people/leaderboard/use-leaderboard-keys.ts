import { toJson } from '../../../src/domain/output/output.ts'
import { fieldsOf } from '../../../src/domain/people/field-table.ts'
import { sortBy } from '../../../src/domain/people/people-sort.ts'
import { EVERYWHERE, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { useExports } from '../../kit/export/exports.ts'
import type { useTabKeys } from '../../kit/list/list-tabs.ts'
import { listHandlers, NO_ROW } from '../../kit/list/use-list.ts'
import { useClearMarksKey } from '../../kit/list/use-marks.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { peopleExports, personJson } from '../shared/people-exports.ts'
import { peopleKeys, retryKeys, type SortedField, sortHandlers, stopAllKeys, stopKeys } from '../shared/people-keys.ts'
import type { LeaderboardProps, ShownLeaderboard } from './use-leaderboard.ts'
import { withNextCondition } from './use-shown-list.ts'
import { LAST_ROW } from './use-wanted-row.ts'

const COMPARISON_OFF = 'Not compared with the previous period. Press d to compare.'

export const useLeaderboardKeys = (
  { shown, sparklines, togglePreview, ids, list, listHeight, table, paging }: ShownLeaderboard,
  { loaded, marks, open, compareMarked }: LeaderboardProps,
  tabHandlers: ReturnType<typeof useTabKeys>,
): void => {
  const { board, state, walk, isExact, isFinal, isOffline } = loaded
  const { kind, entries, rows, order } = shown
  const { plan } = useSession()
  const { showNotice, copy } = useLastRow()
  const jsonOf = (entry: number): string =>
    rows ? toJson(rows.rowAt(entry), { indent: 2 }) : personJson(board, entry, isFinal)
  const exporting = useExports(() => peopleExports(board, shown, isExact, plan?.creditPrice))
  const moving = listHandlers(list, listHeight, order.length, (move, step) => {
    paging.moveOn()
    const why = move()
    return why && step === 1 && !isExact ? paging.noMoreReason : why
  })
  const onSelected = (act: (entry: number) => void) => () => {
    const entry = order[list.selected]
    if (entry !== undefined) return act(entry)
    return state.loading === 'nothing' ? NO_ROW : 'Users are still loading.'
  }
  const sortByField = (field: SortedField): void => {
    if (!fieldsOf(kind).some(({ name }) => name === field)) {
      const other = kind === 'days' ? 'sums per user' : 'single days'
      showNotice(`To sort this way, press zd to show ${other}.`)
    } else if ((field === 'delta' || field === 'move') && !board.previous) {
      showNotice(COMPARISON_OFF)
    } else {
      shown.setSort((before) =>
        before.field === field ? { field, isDescending: !before.isDescending } : sortBy(field),
      )
    }
  }

  useKeys(peopleKeys, {
    ...sortHandlers(sortByField),
    ...exporting,
    ...moving,
    ...tabHandlers,
    // Until all users are loaded, a row number is not yet a user. The first row stays the first one, too.
    top: (times, row) => (isExact || isOffline ? moving.top(times, row) : paging.goTo(row ?? 1)),
    bottom: (times, row) => (isExact || isOffline ? moving.bottom(times, row) : paging.goTo(row ?? LAST_ROW)),
    person: onSelected((entry) => {
      // Going back returns to this user, even if others were loaded meanwhile.
      list.moveTo(list.selected)
      open('people', { person: ids.personOf(entry), ...(rows && { day: rows.dayAt(entry) }) })
    }),
    filter: shown.filter.open,
    quick() {
      if (kind === 'days') showNotice('Only sums per user show who stopped. Press zd to show them.')
      else shown.filter.set(withNextCondition(shown.filter.text, board.previous !== undefined))
    },
    mark: onSelected((entry) => {
      marks.toggle(ids.personOf(entry))
      paging.moveOn()
      list.move(1)
    }),
    compareMarked() {
      if (marks.ids.size > 0) compareMarked()
      else showNotice('No user is marked. Press Space to mark the selected one.')
    },
    days: () => shown.setKind(kind === 'days' ? 'people' : 'days'),
    preview: togglePreview,
    sparklineScale: sparklines.toggle,
    copyRow: onSelected((entry) => copy(table.copiedOf(entry), 'the row.')),
    copyId: onSelected((entry) => copy(entries.idAt(entry), 'the id.')),
    copyJson: onSelected((entry) => copy(jsonOf(entry), 'the row as JSON.', 'text')),
  })
  useClearMarksKey(marks, shown.filter.fieldKeys !== undefined)
  const { stop, retry } = paging
  useKeys(paging.canRetry ? retryKeys : noKeys, { refresh: retry, refreshAll: retry }, { scope: EVERYWHERE })
  const isLoadingPages = state.loading === 'page' || state.loading === 'pages'
  const stopping = state.loading === 'all' ? stopAllKeys : isLoadingPages && walk ? stopKeys : noKeys
  useKeys(stopping, { up: stop, interrupt: stop }, { kind: 'field', scope: EVERYWHERE })
}
