import { dirname } from 'node:path'
import { useEffect, useMemo } from 'react'
import { fit, truncate, wrapText } from '../../../../src/domain/text/fit.ts'
import { fullNumber } from '../../../../src/domain/text/format.ts'
import { safeText } from '../../../../src/domain/text/safe-text.ts'
import { Dialog } from '../../../../src/ui/dialog/dialog.tsx'
import { useDialogPlace } from '../../../../src/ui/dialog/dialog-context.ts'
import { useKeys } from '../../../../src/ui/keys/use-keys.ts'
import { filled } from '../../../../src/ui/layout/columns.ts'
import { createRowTexts, headingRow, placeColumns } from '../../../../src/ui/layout/data-table.ts'
import { Rows } from '../../../../src/ui/layout/rows.tsx'
import { useSignal } from '../../../../src/ui/layout/signal.ts'
import type { Theme } from '../../../../src/ui/layout/theme.ts'
import { Clicks, clickRow } from '../../../../src/ui/mouse/click-areas.ts'
import { filterLine, hasWords } from '../../../kit/filter/find-words.ts'
import { useWordsFilter } from '../../../kit/filter/use-words-filter.ts'
import { listRows } from '../../../kit/list/list-rows.ts'
import { atFirstRow, listHandlers, NO_ROW, useListIn } from '../../../kit/list/use-list.ts'
import type { OpenScreen } from '../../../kit/screen/screen.ts'
import { type Action, outcomeWord, stateText } from '../../../kit/session/actions.ts'
import { useActions, useSession, useSessionState } from '../../../kit/session/session.ts'
import { useLastRow } from '../../../kit/session/use-last-row.ts'
import { actionLogKeys, actionWordsKeys } from './action-log-keys.ts'
import { actionColumns, actionRows, commandText, pathOf, searchedText } from './action-row.ts'

/** Lines for the result or error of the selected action. */
const DETAIL_ROWS = 2
/** Rows outside the list: the title, the heading, the detail and the command. */
const OTHER_ROWS = 3 + DETAIL_ROWS

/** What the dialog opens in place of itself. */
type ActionLogProps = { openScreen: OpenScreen; openLink: (link: string) => void }

/** The log of actions: running ones first, with a filter. */
export const ActionLogDialog = (props: ActionLogProps) => {
  const { width, height, theme, close } = useDialogPlace()
  const { announcements, now } = useSession()
  const log = useActions()
  const isPrivate = useSessionState('isPrivate')
  const all = useMemo(() => actionRows(log, isPrivate), [log, isPrivate])
  const filter = useWordsFilter(close)
  const { typed } = filter
  const rows = useMemo(() => all.filter((row) => hasWords(typed, () => searchedText(row))), [all, typed])
  const ids = useMemo(() => rows.map(({ id }) => String(id)), [rows])
  const listHeight = Math.max(1, height - OTHER_ROWS)
  // Follows the selected action when newer ones arrive above it.
  const list = useListIn(useSignal({ ...atFirstRow, id: ids[0] }), ids, listHeight)
  const getSelected = () => rows[list.selected]
  const act = useRowActions(props)
  const on = (run: (action: Action) => unknown) => () => {
    const selected = getSelected()
    return selected ? run(selected) : NO_ROW
  }
  // The list shows what was announced.
  useEffect(() => {
    if (log.length > 0) announcements.dismiss()
  }, [announcements, log])
  const keys = useKeys(
    filter.isTyping ? actionWordsKeys : actionLogKeys,
    {
      ...listHandlers(list, listHeight, rows.length),
      open: on(act.open),
      copyCommand: on(act.copyCommand),
      stop: on(act.stop),
      showFolder: on(act.showFolder),
      copyPath: on(act.copyPath),
      ...filter.handlers,
    },
    { kind: 'overlay', scope: filter.isTyping ? 'actionWords' : 'actions', isExclusive: true, ...filter.lineKeys },
  )
  const [placed, rowText] = useMemo(() => {
    const columns = placeColumns(actionColumns(width, theme, now), rows, width - 2)
    return [columns, createRowTexts(columns, theme)] as const
  }, [rows, width, theme, now])
  const listed = () =>
    rows.length > 0 ? listRows(rows, rowText, { list, height: listHeight, width }, theme) : [nothing(all, theme)]
  const count = `${fullNumber(rows.length)} of ${fullNumber(all.length)}`
  const below = () => {
    const selected = getSelected()
    const command = ` ${theme.muted(fit(commandText(selected?.command), width - 2))}`
    const last = filter.shown === undefined ? command : filterLine(filter.shown, count, width, theme)
    return [...filled(detailLines(selected, width, theme), DETAIL_ROWS), last]
  }
  const lines = () => [` ${headingRow(placed, undefined, theme)}`, ...filled(listed(), listHeight), ...below()]
  return (
    <Dialog title="Actions of this run" keys={keys}>
      <Rows lines={lines} changes={list.subscribe} />
      <Clicks
        top={2}
        height={listHeight}
        click={(_x, y) => clickRow({ ...list, count: rows.length, take: on(act.open) }, y)}
      />
    </Dialog>
  )
}

/** What can be done on a row. Each returns a notice, or nothing. */
const useRowActions = ({ openScreen, openLink }: ActionLogProps) => {
  const { jobs, actions, outside } = useSession()
  const { close } = useDialogPlace()
  const { showNotice, showErrorOf, copy } = useLastRow()
  const showFolder = (folder: string) =>
    showErrorOf(outside.showFolder(folder).then(() => showNotice(`Opened: ${folder}`)))
  return {
    open: (action: Action) => {
      const { state, link } = action
      const path = pathOf(action)
      if (state.is === 'done' && state.isText && path !== undefined) return showErrorOf(outside.pageFile(path))
      if (state.is === 'done' && state.place) {
        close()
        return openScreen(state.place.screen, state.place.target)
      }
      if (link === undefined) return showNotice(`Nothing to open: ${stateText(state) || outcomeWord(state)}.`)
      close()
      return openLink(link)
    },
    copyCommand: ({ command }: Action) =>
      command === undefined ? NO_COMMAND : copy(`qd ${command}`, `qd ${command}`, 'line', command),
    stop: ({ id, state }: Action) => {
      if (jobs.isRunning(id)) return jobs.cancel(id)
      if (state.is === 'running') return 'This continues on the server and cannot be stopped here.'
      return actions.forget(id)
    },
    showFolder: (action: Action) => {
      const path = pathOf(action)
      return path === undefined ? NO_FILE : showFolder(dirname(path))
    },
    copyPath: (action: Action) => copy(pathOf(action), 'the path.', 'line', action.command),
  }
}

const NO_COMMAND = 'No command repeats this.'
const NO_FILE = 'This action has no file.'

const nothing = (all: readonly Action[], theme: Theme): string =>
  ` ${theme.muted(all.length === 0 ? 'No actions yet. Changes, exports and copies are listed here.' : 'No matching actions.')}`

/** The result or error of an action. */
const detailLines = (action: Action | undefined, width: number, theme: Theme): string[] => {
  if (!action) return []
  const { state } = action
  const path = pathOf(action)
  const text = [stateText(state), path === undefined ? '' : safeText(path)].filter(Boolean).join('   ')
  const [first = '', ...others] = wrapText(text, width - 2)
  const lines = others.length < DETAIL_ROWS ? [first, ...others] : [first, others.join(' ')]
  return lines.map((line) => ` ${theme['error' in state ? 'bad' : 'muted'](truncate(line, width - 2))}`)
}
