import { createContext, useContext } from 'react'
import type { Binding } from '../keys/bindings.ts'
import type { Theme } from '../layout/theme.ts'

/** The environment of a dialog. */
export type DialogPlace = {
  /** Width of the window in cells, and the maximum number of rows that a dialog may cover. */
  width: number
  height: number
  theme: Theme
  /** Whether the window is too small to draw the dialog. Its input is preserved. */
  isHidden: boolean
  close: () => void
  /** Shows a line that is visible on any screen: the result of an operation whose dialog was closed. */
  showNotice: (text: string) => void
  /** Sets the current keys of the dialog, for the hints. */
  showKeys: (keys: readonly Binding[]) => void
}

// Not in the dialogs' files, which are loaded when the first dialog opens.
export const DialogContext = createContext<DialogPlace | undefined>(undefined)

export const useDialogPlace = (): DialogPlace => {
  const place = useContext(DialogContext)
  if (!place) throw new Error('useDialogPlace needs a DialogContext above it')
  return place
}
