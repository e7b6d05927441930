import { type ComponentType, createContext, useContext } from 'react'

/** Loads a dialog. One and the same function each time, so that it is loaded once: a constant beside what opens it. */
export type LoadDialog<Props> = () => Promise<ComponentType<Props>>

/** Opens a dialog over the screen, in place of the one that is open. Keys typed before it is loaded wait for it. */
export type OpenDialog = <Props extends object>(load: LoadDialog<Props>, props: Props) => void

export const OpenDialogContext = createContext<OpenDialog>(() => {})

export const useOpenDialog = (): OpenDialog => useContext(OpenDialogContext)
