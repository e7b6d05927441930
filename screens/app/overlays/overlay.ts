import { useCallback } from 'react'
import type { Binding, Keymap } from '../../../src/ui/keys/bindings.ts'
import type { OverlayRows } from '../../../src/ui/layout/rows.tsx'
import { useSignal } from '../../../src/ui/layout/signal.ts'
import { type ClickedList, clickRow } from '../../../src/ui/mouse/click-areas.ts'
import type { LoadDialog, OpenDialog } from '../../kit/dialogs/use-change.ts'
import { atFirstRow, type ListState, listHandlers, useListIn } from '../../kit/list/use-list.ts'
import type { ViewOffers } from '../../kit/offers/view-offers.ts'
import type { ScreenName } from '../../kit/screen/names.ts'
import type { OpenScreen, Screen } from '../../kit/screen/screen.ts'
import type { Jobs } from '../../kit/session/jobs.ts'
import type { Session } from '../../kit/session/session.ts'
import type { RecentPlace } from '../navigation/recent-places.ts'
import type { QuitDialogProps } from './quit-dialog.tsx'

export type OverlayProps = {
  isOpen: boolean
  close: () => void
  /** Size of the body that it covers, in cells and rows. */
  width: number
  height: number
  keymap: Keymap
  /** The screen below it, and the keys that work on every screen. */
  name: ScreenName
  screen: Screen
  appBindings: readonly Binding[]
  /** Switches to a screen or to a place on it, with the levels above that place; without a state, in its last state. */
  openScreen: OpenScreen
  openDialog: OpenDialog
  /** The link to the shown place; undefined if it would be too long. */
  link: () => string | undefined
  /** A link in words. */
  wordsOf: (link: string) => string
  /** Opens a link. If it is invalid, shows the error as a notice. */
  openLink: (link: string) => void
  /** What the shown views offer to overlays, such as their filter and exports. */
  offers: ViewOffers
  /** What Enter does on the selected row; undefined: nothing. */
  enter: () => string | undefined
  /** The places that were shown before, the latest first. */
  recent: () => readonly RecentPlace[]
  quit: () => void
}

/** What dialogs in the table of overlays can open. */
export type OverlayDialogProps = Pick<OverlayProps, 'openScreen' | 'openLink'>

/** Rows over the bottom of the body, which change without a render of the app, and their keys. */
export type DrawnOverlay = OverlayRows & {
  keys: readonly Binding[]
  /** Handles a click on a cell of the rows. @default clicks are ignored */
  click?: (x: number, y: number) => void
}

/** An entry of the table of overlays: draws its own rows, or is a dialog that is loaded when it opens. */
export type Overlay = Opener & ({ useOverlay: UseOverlay } | { load: LoadDialog<OverlayDialogProps> })

type Opener = {
  /**
   * The key that opens it on every screen. `before` is the action of the app key that it is listed before. Without an
   * opener, the overlay is opened by a screen.
   */
  opener?: Omit<Binding, 'action'> & { before: string }
}

/** A hook, called on each render of the app. Its keys work only while it is open. Returns undefined while closed. */
type UseOverlay = (props: OverlayProps) => DrawnOverlay | undefined

/** Visible rows of the list in a popup. */
export const POPUP_ROWS = 8

/** A list in a popup. Moving its selection doesn't render the app. */
export const usePopupList = (ids: readonly string[]) => {
  const selection = useSignal<ListState>(atFirstRow)
  const list = useListIn(selection, ids, POPUP_ROWS)
  const startAt = useCallback(
    (id?: string) => void selection.set(id === undefined ? atFirstRow : { ...atFirstRow, id }),
    [selection],
  )
  const { down, up } = listHandlers(list, POPUP_ROWS, ids.length)
  return {
    list,
    down,
    up,
    /** Resets the list and selects this row. @default the first row */
    startAt,
    /** Handles a click on a cell of the popup; the list starts below the title. */
    clicks: (take: ClickedList['take']) => (_x: number, y: number) => {
      if (y <= POPUP_ROWS) clickRow({ ...list, count: ids.length, take }, y - 1)
    },
  }
}

const loadQuitDialog = async () => (await import('./quit-dialog.tsx')).QuitDialog

/** If jobs run, asks for confirmation before the organisation is left. Returns whether any job runs. */
export const confirmIfJobsRun = (jobs: Jobs, openDialog: OpenDialog, props: QuitDialogProps): boolean => {
  const isBusy = jobs.list().length > 0
  if (isBusy) openDialog(loadQuitDialog, props)
  return isBusy
}

/**
 * Opens another profile. If jobs run, asks first and returns false.
 *
 * @param showText - Receives progress and errors.
 */
export const switchProfile = (
  profile: string,
  { jobs, profiles }: Pick<Session, 'jobs' | 'profiles'>,
  openDialog: OpenDialog,
  showText: (text: string) => void,
): boolean => {
  if (confirmIfJobsRun(jobs, openDialog, { profile, quit: () => profiles.open(profile) })) return false
  showText(`Reading the key of ${profile}.`)
  profiles.open(profile).catch((error: Error) => showText(error.message))
  return true
}
