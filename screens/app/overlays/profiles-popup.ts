import { useEffect, useMemo, useState } from 'react'
import { memoize } from '../../../src/base/memoize.ts'
import { fit } from '../../../src/domain/text/fit.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { type Binding, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { popup } from '../../../src/ui/layout/popup.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { listRows } from '../../kit/list/list-rows.ts'
import { type ListPlace, NO_ROW } from '../../kit/list/use-list.ts'
import { CONNECT_KEY, type ProfileRow } from '../../kit/session/profiles.ts'
import { useSession } from '../../kit/session/session.ts'
import {
  type DrawnOverlay,
  type Overlay,
  type OverlayProps,
  POPUP_ROWS,
  switchProfile,
  usePopupList,
} from './overlay.ts'

export const profilesKeys = [
  { keys: ['j', 'Down'], action: 'down', help: 'next', group: 'Move', hint: 'move', hintKey: 'j/k' },
  { keys: ['k', 'Up'], action: 'up', help: 'previous', group: 'Move' },
  { keys: ['Enter'], action: 'open', help: 'switch to the profile', group: 'Act', hint: 'switch' },
  { keys: ['a', CONNECT_KEY], action: 'add', help: 'connect another organisation', group: 'Act', hint: 'add' },
  { keys: ['Esc', 'q', 'O', '^c'], action: 'close', help: 'close', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

/** The list of profiles. The user can open another one. */
const useProfilesPopup = ({ isOpen, close, width, openDialog }: OverlayProps): DrawnOverlay | undefined => {
  const session = useSession()
  const { profiles, theme } = session
  const [rows, setRows] = useState<readonly ProfileRow[]>()
  const [error, setError] = useState<string>()
  // A message about the selected row, shown until another row is selected.
  const [said, setSaid] = useState<{ text: string; at: ListPlace }>()
  const names = useMemo(() => (rows ?? []).map(({ name }) => name), [rows])
  const { list, down, up, startAt, clicks } = usePopupList(names)
  useEffect(() => {
    if (!isOpen) return
    let isWanted = true
    profiles.list().then(
      (rows) => {
        if (!isWanted) return
        startAt(rows.find(({ isShown }) => isShown)?.name)
        setRows(rows)
      },
      (error: Error) => isWanted && setError(error.message),
    )
    return () => {
      isWanted = false
      setRows(undefined)
      setError(undefined)
      setSaid(undefined)
    }
  }, [isOpen, profiles, startAt])

  /** Why there is no row to move to or to open. */
  const notListed =
    error === undefined
      ? 'The configuration is still loading.'
      : 'The profiles could not be read. Press a to connect an organisation.'
  const open = () => {
    if (!rows) return notListed
    const chosen = rows[list.selected]
    if (!chosen) return NO_ROW
    if (chosen.isShown) return close()
    const isLeft = switchProfile(chosen.name, session, openDialog, (text) => {
      list.select(chosen.name)
      setSaid({ text, at: list.place() })
    })
    return isLeft ? undefined : close()
  }
  const keys = useKeys(
    isOpen ? profilesKeys : noKeys,
    {
      down: () => (rows ? down() : notListed),
      up: () => (rows ? up() : notListed),
      open,
      add: () => {
        close()
        openDialog(loadConnectDialog, {})
      },
      close,
    },
    { kind: 'overlay', scope: 'profiles', isExclusive: isOpen },
  )
  if (!isOpen) return undefined
  const textOf = memoize((row: ProfileRow) => rowText(row, width, theme))
  const listed = (): string[] => {
    if (error !== undefined) return [` ${theme.bad(fit(safeText(error), width - 2))}`]
    if (!rows) return [` ${theme.muted('Loading the configuration.')}`]
    const lines = listRows(rows, textOf, { list, height: POPUP_ROWS, width }, theme)
    return said?.at === list.place() ? [...lines, ` ${theme.muted(fit(safeText(said.text), width - 2))}`] : lines
  }
  const lines = () => popup('Profile', listed(), width, theme)
  return { lines, changes: list.subscribe, keys, click: clicks(open) }
}

const NAME_CELLS = 16

const rowText = ({ name, isShown, baseUrl, key, isReadOnly }: ProfileRow, width: number, theme: Theme): string => {
  const mark = isShown ? (theme.isLinear ? 'current profile' : theme.signs.live) : ' '
  const rest = Math.max(10, width - NAME_CELLS - 10)
  const address = fit(safeText(baseUrl), Math.ceil(rest / 2))
  const where = fit(safeText(key), Math.floor(rest / 2) - 2)
  return `${mark} ${fit(safeText(name), NAME_CELLS)} ${address}  ${theme.muted(where)} ${isReadOnly ? 'RO' : '  '}`
}

export const loadConnectDialog = async () => (await import('./connect-dialog.tsx')).ConnectDialog

export const profilesOverlay = {
  opener: { keys: ['O'], help: 'switch to another profile', group: 'Go', before: 'previousScreen' },
  useOverlay: useProfilesPopup,
} as const satisfies Overlay
