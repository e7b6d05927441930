import { useSyncExternalStore } from 'react'
import { helpOf, type Keymap, keyLabel, keysLabel } from '../../../src/ui/keys/bindings.ts'
import { inColumns, popup } from '../../../src/ui/layout/popup.ts'
import type { OverlayRows } from '../../../src/ui/layout/rows.tsx'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { LoadDialog } from '../../kit/dialogs/use-change.ts'
import { CONNECT_KEY } from '../../kit/session/profiles.ts'
import { bookmarksOverlay, markOverlay } from './bookmarks-popup.ts'
import { helpOverlay } from './help.ts'
import type { DrawnOverlay, Overlay, OverlayDialogProps, OverlayProps } from './overlay.ts'
import { paletteOverlay } from './palette.ts'
import { loadConnectDialog, profilesOverlay } from './profiles-popup.ts'

/** Everything that can open over a screen. */
const overlays = {
  range: {
    opener: {
      keys: ['t'],
      help: 'choose the range of days',
      group: 'Shape',
      hint: 'range',
      // `{` and `}` shift the range.
      hintKey: 't{}',
      before: 'earlierDays',
    },
    load: async () => (await import('./range-dialog.tsx')).RangeDialog,
  },
  requests: {
    opener: { keys: ['@'], help: 'list the requests', group: 'Go', before: 'previousScreen' },
    load: async () => (await import('./requests/requests-dialog.tsx')).RequestsDialog,
  },
  mark: markOverlay,
  bookmarks: bookmarksOverlay,
  actions: {
    opener: { keys: ['&'], help: 'list actions and running jobs', group: 'Go', before: 'previousScreen' },
    load: async () => (await import('./actions/action-log-dialog.tsx')).ActionLogDialog,
  },
  profiles: profilesOverlay,
  connect: {
    opener: { keys: [CONNECT_KEY], help: 'connect your organisation', group: 'Go', before: 'previousScreen' },
    load: loadConnectDialog,
  },
  palette: paletteOverlay,
  help: helpOverlay,
} as const satisfies Record<string, Overlay>

export type OverlayName = keyof typeof overlays

export const OVERLAY_NAMES = Object.keys(overlays) as OverlayName[]

/** The keys that open overlays on every screen, each with the action that it is listed before. */
export const overlayOpeners = OVERLAY_NAMES.flatMap((name) => {
  const { opener }: Overlay = overlays[name]
  return opener ? [{ ...opener, action: name }] : []
})

/** The loader of a dialog; undefined for an overlay that draws its own rows. */
export const dialogOf = (name: OverlayName): LoadDialog<OverlayDialogProps> | undefined => loadOf(overlays[name])

const loadOf = (overlay: Overlay) => ('load' in overlay ? overlay.load : undefined)

/** What the open overlay draws; undefined if none is open. */
export const useOverlays = (
  open: OverlayName | undefined,
  props: Omit<OverlayProps, 'isOpen'>,
): DrawnOverlay | undefined => {
  const drawn = OVERLAY_NAMES.map((name) => {
    const overlay: Overlay = overlays[name]
    // biome-ignore lint/correctness/useHookAtTopLevel: the table is fixed, so the order of the hooks never changes
    return 'useOverlay' in overlay ? overlay.useOverlay({ ...props, isOpen: name === open }) : undefined
  })
  return drawn.find((one) => one !== undefined)
}

/** The keys that can continue a pending key sequence; undefined if none is pending. */
export const usePendingKeys = (keymap: Keymap, width: number, theme: Theme): OverlayRows | undefined => {
  const prefix = useSyncExternalStore(keymap.subscribe, () => keymap.pending()?.prefix)
  const pending = prefix === undefined ? undefined : keymap.pending()
  if (!pending) return undefined
  const items = pending.next.map((binding) => {
    const follows = binding.keys.find((one) => one.startsWith(`${pending.prefix} `))
    if (follows === undefined) return `${keysLabel(binding)}  ${helpOf(binding)}`
    const label =
      binding.keysLabel?.replaceAll(pending.prefix, '') ?? keyLabel(follows.slice(pending.prefix.length + 1))
    return `${label}  ${helpOf(binding)}`
  })
  const itemWidth = Math.min(width - 2, Math.max(...items.map((item) => item.length)))
  const rows = popup(keyLabel(pending.prefix), inColumns(items, itemWidth, width), width, theme)
  return { lines: () => rows, changes: never }
}

const never = () => () => {}
