import { useEffect, useState } from 'react'
import { fit } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type Binding, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import { popup } from '../../../src/ui/layout/popup.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { listRows } from '../../kit/list/list-rows.ts'
import { NO_ROW, noMore } from '../../kit/list/nothing-to-do.ts'
import { CONNECT_KEY, type ProfileRow } from '../../kit/session/profiles.ts'
import { useSession } from '../../kit/session/session.ts'
import { closed, type DrawnOverlay, type Overlay, type OverlayProps, popupClicks } from './overlay.ts'

export const profilesKeys = [
  { keys: ['j', 'Down'], action: 'down', help: 'next', group: 'Move', hint: 'move', hintKey: 'j/k' },
  { keys: ['k', 'Up'], action: 'up', help: 'previous', group: 'Move' },
  { keys: ['Enter'], action: 'open', help: 'explore it', group: 'Act', hint: 'explore it' },
  { keys: ['a', CONNECT_KEY], action: 'add', help: 'connect another organisation', group: 'Act', hint: 'add' },
  { keys: ['Esc', 'q', 'O', '^c'], action: 'close', help: 'stay with this one', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

/** Rows that are shown at once. */
const SHOWN = 8

type State =
  | { is: 'loading' }
  | { is: 'listed'; rows: readonly ProfileRow[]; selected: number; said: string | undefined }
  | { is: 'failed'; why: string }

/** The list of profiles, one of which can be explored instead. */
const useProfilesPopup = ({ isOpen, close, width, openDialog }: OverlayProps): DrawnOverlay => {
  const { profiles, theme, jobs } = useSession()
  const [state, setState] = useState<State>({ is: 'loading' })
  useEffect(() => {
    if (!isOpen) return
    let isWanted = true
    profiles.list().then(
      (rows) => {
        const selected = Math.max(
          0,
          rows.findIndex(({ isShown }) => isShown),
        )
        if (isWanted) setState({ is: 'listed', rows, selected, said: undefined })
      },
      (error: Error) => isWanted && setState({ is: 'failed', why: error.message }),
    )
    return () => {
      isWanted = false
      setState({ is: 'loading' })
    }
  }, [isOpen, profiles])

  const change = (selected: number, said?: string) =>
    setState((now) => (now.is === 'listed' && now.rows[selected] ? { ...now, selected, said } : now))
  const open = () => {
    if (state.is !== 'listed') return notListed(state)
    const { rows, selected } = state
    const chosen = rows[selected]
    if (!chosen) return NO_ROW
    if (chosen.isShown) return close()
    const { name: profile } = chosen
    if (jobs.list().some(({ state }) => state.is === 'running')) {
      close()
      return openDialog(loadQuitDialog, { profile, quit: () => profiles.open(profile) })
    }
    change(selected, `Looking for the key of ${chosen.name}.`)
    profiles.open(chosen.name).catch((error: Error) => change(selected, error.message))
    return undefined
  }
  const move = (by: 1 | -1) => {
    if (state.is !== 'listed') return notListed(state)
    const next = state.selected + by
    return state.rows[next] ? change(next) : noMore(state.rows.length, by)
  }
  const keys = useKeys(
    isOpen ? profilesKeys : noKeys,
    {
      down: () => move(1),
      up: () => move(-1),
      open,
      add: () => {
        close()
        openDialog(loadConnectDialog, {})
      },
      close,
    },
    { kind: 'overlay', scope: 'profiles', isExclusive: isOpen },
  )
  if (!isOpen) return closed
  const rows = popup('Profile', linesOf(state, width, theme), width, theme)
  if (state.is !== 'listed') return { rows, keys }
  const { selected } = state
  const top = windowTop(0, selected, SHOWN, state.rows.length)
  const clicked = { count: state.rows.length, selected, top, moveTo: (row: number) => change(row), take: open }
  return { rows, keys, click: popupClicks(clicked, SHOWN) }
}

/** Why there is no row to move to or to open. */
const notListed = ({ is }: State): string =>
  is === 'failed' ? 'No profile is listed: a connects an organisation.' : 'The configuration is still being read.'

const linesOf = (state: State, width: number, theme: Theme): string[] => {
  if (state.is === 'loading') return [` ${theme.muted('Reading the configuration.')}`]
  if (state.is === 'failed') return [` ${theme.bad(fit(safeText(state.why), width - 2))}`]
  const { rows, selected, said } = state
  const top = windowTop(0, selected, SHOWN, rows.length)
  const window = { list: { selected, top }, height: SHOWN, width }
  const lines = listRows(rows, (row) => rowText(row, width, theme), window, theme)
  return said === undefined ? lines : [...lines, ` ${theme.muted(fit(safeText(said), width - 2))}`]
}

const NAME_CELLS = 16

const rowText = ({ name, isShown, baseUrl, key, isReadOnly }: ProfileRow, width: number, theme: Theme): string => {
  const mark = isShown ? theme.signs.live : ' '
  const rest = Math.max(10, width - NAME_CELLS - 10)
  const address = fit(safeText(baseUrl), Math.ceil(rest / 2))
  const where = fit(safeText(key), Math.floor(rest / 2) - 2)
  return `${mark} ${fit(safeText(name), NAME_CELLS)} ${address}  ${theme.muted(where)} ${isReadOnly ? 'RO' : '  '}`
}

const loadQuitDialog = async () => (await import('./quit-dialog.tsx')).QuitDialog

export const loadConnectDialog = async () => (await import('./connect-dialog.tsx')).ConnectDialog

export const profilesOverlay = {
  opener: { keys: ['O'], help: 'explore another organisation, by its profile', group: 'Go', before: 'last' },
  useOverlay: useProfilesPopup,
} as const satisfies Overlay
