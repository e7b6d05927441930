import { controls } from './controls/controls.tsx'
import type { ScreenName } from './names.ts'
import { overview } from './overview/overview.tsx'
import { people } from './people/people.tsx'
import { readiness } from './readiness/readiness.tsx'
import type { Screen } from './screen.ts'
import { usage } from './usage/usage.tsx'

/** Every screen there is. */
export const screens: Record<ScreenName, Screen> = { overview, usage, people, readiness, controls }
