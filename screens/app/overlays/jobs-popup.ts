import { dirname } from 'node:path'
import { useMemo, useSyncExternalStore } from 'react'
import { fit } from '../../../src/domain/text/fit.ts'
import { age } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type Binding, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { popup } from '../../../src/ui/layout/popup.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { listRows } from '../../kit/list/list-rows.ts'
import { NO_ROW } from '../../kit/list/use-list.ts'
import { type Job, jobText } from '../../kit/session/jobs.ts'
import { useSession } from '../../kit/session/session.ts'
import { useLastRow } from '../../kit/session/use-last-row.ts'
import { type DrawnOverlay, type Overlay, type OverlayProps, POPUP_ROWS, usePopupList } from './overlay.ts'

export const jobsKeys = [
  { keys: ['j', 'Down'], action: 'down', help: 'next', group: 'Move', hint: 'move', hintKey: 'j/k' },
  { keys: ['k', 'Up'], action: 'up', help: 'previous', group: 'Move' },
  { keys: ['Enter'], action: 'openResult', help: 'open the result', group: 'Go', hint: 'open' },
  { keys: ['x'], action: 'stop', help: 'stop, or remove from the list', group: 'Act', hint: 'stop or remove' },
  { keys: ['o'], action: 'showFolder', help: 'open the folder of the file', group: 'Act', hint: 'folder' },
  { keys: ['y'], action: 'copyPath', help: 'copy the path of the file', group: 'Act', hint: 'copy path' },
  { keys: ['Esc', 'q', '&', '^c'], action: 'close', help: 'close', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

const never = () => () => {}

/** The list of running and ended jobs. */
const useJobsPopup = ({ isOpen, close, width, openScreen }: OverlayProps): DrawnOverlay | undefined => {
  const { jobs, theme, now, outside } = useSession()
  const { showNotice, copy } = useLastRow()
  // Subscribes only while open, so that job progress doesn't redraw a closed popup.
  const all = useSyncExternalStore(isOpen ? jobs.subscribe : never, jobs.list)
  const ids = useMemo(() => all.map(({ id }) => String(id)), [all])
  const { list, down, up, startAt, clicks } = usePopupList(ids)
  const getSelected = () => all[list.selected]
  const leave = () => {
    startAt()
    close()
  }
  const open = () => {
    const selected = getSelected()
    const place = selected?.state.is === 'done' ? selected.state.place : undefined
    if (!selected) return NO_ROW
    if (!place) return showNotice(`Nothing to open: ${jobText(selected.state)}.`)
    leave()
    openScreen(place.screen, place.target)
  }
  const keys = useKeys(
    isOpen ? jobsKeys : noKeys,
    {
      down,
      up,
      openResult: open,
      stop: () => {
        const selected = getSelected()
        if (!selected) return NO_ROW
        if (selected.state.is === 'running') jobs.cancel(selected.id)
        else jobs.forget(selected.id)
      },
      showFolder: () => {
        const selected = getSelected()
        const path = selected && pathOf(selected)
        if (path === undefined) return selected ? 'This job has no file.' : NO_ROW
        outside.showFolder(dirname(path)).then(
          () => showNotice(`Opened: ${dirname(path)}`),
          (error: Error) => showNotice(error.message),
        )
      },
      copyPath: () => {
        const selected = getSelected()
        return copy(selected && pathOf(selected), 'the path.')
      },
      close: leave,
    },
    { kind: 'overlay', scope: 'jobs', isExclusive: isOpen },
  )
  if (!isOpen) return undefined
  const lines = () => {
    const window = { list, height: POPUP_ROWS, width }
    const listed = listRows(all, (job) => rowText(job, now(), width, theme), window, theme)
    const rows = listed.length > 0 ? listed : [` ${theme.muted('No jobs yet. Wiki exports run here.')}`]
    const selected = getSelected()
    const path = selected && pathOf(selected)
    const last = ` ${theme.muted(path === undefined ? '' : fit(safeText(path), width - 2))}`
    return popup('Jobs', [...rows, last], width, theme)
  }
  return { lines, changes: list.subscribe, keys, click: clicks(open) }
}

const pathOf = ({ state, target }: Job): string | undefined => (state.is === 'done' && state.path) || target

const AGE_CELLS = 7

const rowText = ({ title, state, startedAt, endedAt }: Job, now: number, width: number, theme: Theme): string => {
  const [sign, paint] = signOf(state.is, theme)
  const rest = Math.max(20, width - AGE_CELLS - 6)
  const titleCells = Math.min(32, Math.floor(rest * 0.4))
  const since = age(Math.max(0, now - (endedAt ?? startedAt)))
  const text = fit(jobText(state), rest - titleCells)
  return `${paint(sign)} ${fit(safeText(title), titleCells)}  ${text} ${theme.muted(fit(since, AGE_CELLS, 'right'))}`
}

const signOf = (is: Job['state']['is'], theme: Theme): [string, (text: string) => string] => {
  const { signs } = theme
  if (is === 'running') return [signs.running, theme.accent]
  if (is === 'done') return [signs.good, theme.good]
  return is === 'cancelled' ? [signs.none, theme.muted] : [is === 'unknown' ? '?' : signs.bad, theme.bad]
}

export const jobsOverlay = {
  opener: { keys: ['&'], help: 'list running and finished jobs', group: 'Go', before: 'previousScreen' },
  useOverlay: useJobsPopup,
} as const satisfies Overlay
