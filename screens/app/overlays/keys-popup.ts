import { useSyncExternalStore } from 'react'
import { type Keymap, keyLabel, keysLabel } from '../../../src/ui/keys/bindings.ts'
import { inColumns, popup } from '../../../src/ui/layout/popup.ts'
import type { LateRowsProps } from '../../../src/ui/layout/rows.tsx'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** The keys that can follow an unfinished sequence; undefined while there is none. */
export const usePendingKeys = (keymap: Keymap, width: number, theme: Theme): LateRowsProps | undefined => {
  const prefix = useSyncExternalStore(keymap.subscribe, () => keymap.pending()?.prefix)
  const pending = prefix === undefined ? undefined : keymap.pending()
  if (!pending) return undefined
  const items = pending.next.map((binding) => {
    const follows = binding.keys.find((one) => one.startsWith(`${pending.prefix} `))
    if (follows === undefined) return `${keysLabel(binding)}  ${binding.help}`
    const label =
      binding.keysLabel?.replaceAll(pending.prefix, '') ?? keyLabel(follows.slice(pending.prefix.length + 1))
    return `${label}  ${binding.help}`
  })
  const itemWidth = Math.min(width - 2, Math.max(...items.map((item) => item.length)))
  const rows = popup(keyLabel(pending.prefix), inColumns(items, itemWidth, width), width, theme)
  return { lines: () => rows, changes: never }
}

const never = () => () => {}
