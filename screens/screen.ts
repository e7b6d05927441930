import type { ComponentType } from 'react'
import type { Binding } from '../src/ui/bindings.ts'
import type { ScreenName } from './names.ts'

/** The body a screen has to fill: exactly this many cells and rows. */
export type ScreenProps = { width: number; height: number; open: (screen: ScreenName) => void }

/** One row of the table of screens. */
export type Screen = {
  title: string
  /** Its number key. */
  key: string
  /** The letter after `g`. */
  letter: string
  /** One sentence for help. */
  summary: string
  /** Rules that the figures of the screen follow, for help: how they are made, what shares a scale. */
  notes: readonly string[]
  keys: readonly Binding[]
  Component: ComponentType<ScreenProps>
}
