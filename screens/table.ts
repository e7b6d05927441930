import { overview } from './overview/overview.tsx'
import type { Screen } from './screen.ts'
import { usage } from './usage/usage.tsx'

export const SCREEN_NAMES = ['overview', 'usage'] as const
export type ScreenName = (typeof SCREEN_NAMES)[number]

/** Every screen there is. */
export const screens: Record<ScreenName, Screen> = { overview, usage }
