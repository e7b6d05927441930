import { useCallback } from 'react'
import type { Binding, Keymap } from '../../../src/ui/keys/bindings.ts'
import type { OverlayRows } from '../../../src/ui/layout/rows.tsx'
import { useSignal } from '../../../src/ui/layout/signal.ts'
import { type ClickedList, clickRow } from '../../../src/ui/mouse/click-areas.ts'
import type { LoadDialog, OpenDialog } from '../../kit/dialogs/use-change.ts'
import { atFirstRow, type ListState, listHandlers, useListIn } from '../../kit/list/use-list.ts'
import type { ViewOffers } from '../../kit/offers/view-offers.ts'
import type { OpenScreen, Screen } from '../../kit/screen/screen.ts'
import type { Jobs } from '../../kit/session/jobs.ts'
import type { Session } from '../../kit/session/session.ts'
import type { QuitDialogProps } from './quit-dialog.tsx'

export type OverlayProps = {
  isOpen: boolean
  close: () => void
  /** Cells and rows of the body that it lies over. */
  width: number
  height: number
  keymap: Keymap
  /** The screen it lies over, and the keys that work on every screen. */
  screen: Screen
  appBindings: readonly Binding[]
  openScreen: OpenScreen
  openDialog: OpenDialog
  /** The link to what is shown; undefined where that is too much for one. */
  link: () => string | undefined
  /** Where a link leads, in words. */
  wordsOf: (link: string) => string
  /** Goes where a link leads, or says why not. */
  openLink: (link: string) => void
  /** What the views that are shown can be told. */
  offers: ViewOffers
  quit: () => void
}

/** Rows over the end of the body, which change without the application being drawn, and the keys that they hear. */
export type DrawnOverlay = OverlayRows & {
  keys: readonly Binding[]
  /** A click on a cell of them. @default it means nothing */
  click?: (x: number, y: number) => void
}

/** One row of the table of overlays: rows that it makes, or a dialog that is loaded when it is opened. */
export type Overlay = Opener & ({ useOverlay: UseOverlay } | { load: LoadDialog<object> })

type Opener = {
  /**
   * The key that opens it from every screen, and the action of the application's own keys that it is listed before. Without
   * one, something on the screen opens it.
   */
  opener?: Omit<Binding, 'action'> & { before: string }
}

/**
 * A hook, called at each drawing of the application whether it is open or not. Keys are heard only while it is. Undefined while it is
 * closed.
 */
type UseOverlay = (props: OverlayProps) => DrawnOverlay | undefined

/** Rows of the list of a popup that are shown at once. */
export const SHOWN = 8

/** A list in a popup. Another row is selected without the application being drawn. */
export const usePopupList = (ids: readonly string[]) => {
  const kept = useSignal<ListState>(atFirstRow)
  const list = useListIn(kept, ids, SHOWN)
  const startAt = useCallback(
    (id?: string) => void kept.set(id === undefined ? atFirstRow : { ...atFirstRow, id }),
    [kept],
  )
  const { down, up } = listHandlers(list, SHOWN, ids.length)
  return {
    list,
    down,
    up,
    /** Begins again, with this row selected. @default the first */
    startAt,
    /** What a click on a cell of the popup does; the list stands below its title. */
    clicks: (take: ClickedList['take']) => (_x: number, y: number) => {
      if (y <= SHOWN) clickRow({ ...list, count: ids.length, take }, y - 1)
    },
  }
}

const loadQuitDialog = async () => (await import('./quit-dialog.tsx')).QuitDialog

/** Asks before an organisation is left while jobs run. Returns false where none does, and nothing is asked. */
export const askAboutJobs = (jobs: Jobs, openDialog: OpenDialog, props: QuitDialogProps): boolean => {
  const isBusy = jobs.list().some(({ state }) => state.is === 'running')
  if (isBusy) openDialog(loadQuitDialog, props)
  return isBusy
}

/**
 * Explores another profile. Returns false where jobs run, which is asked about first.
 *
 * @param say - Says how far it is, and why it failed.
 */
export const exploreProfile = (
  profile: string,
  { jobs, profiles }: Pick<Session, 'jobs' | 'profiles'>,
  openDialog: OpenDialog,
  say: (text: string) => void,
): boolean => {
  if (askAboutJobs(jobs, openDialog, { profile, quit: () => profiles.open(profile) })) return false
  say(`Reading the key of ${profile}.`)
  profiles.open(profile).catch((error: Error) => say(error.message))
  return true
}
