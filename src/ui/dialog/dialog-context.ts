import { createContext, useContext } from 'react'
import type { Binding } from '../keys/bindings.ts'
import type { Theme } from '../layout/theme.ts'

/** What a dialog lies in. */
export type DialogPlace = {
  /** Cells of the window, and the most rows that a dialog may cover. */
  width: number
  height: number
  theme: Theme
  /** Nothing is drawn now, as the window is too small; what was typed stays. */
  isHidden: boolean
  /** Takes the dialog away. */
  close: () => void
  /** Says one line where the user sees it whatever is open: what became of a thing after its dialog was left. */
  tell: (text: string) => void
  /** Names the keys that the dialog hears now, for the hints. */
  showKeys: (keys: readonly Binding[]) => void
}

// Apart from the dialogs, which are loaded when the first one opens.
export const DialogContext = createContext<DialogPlace | undefined>(undefined)

export const useDialogPlace = (): DialogPlace => {
  const place = useContext(DialogContext)
  if (!place) throw new Error('useDialogPlace needs a DialogContext above it')
  return place
}
