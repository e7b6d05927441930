import { ci } from './ci/ci-screen.ts'
import { computers } from './computers/computers-screen.ts'
import { controls } from './controls/controls-screen.ts'
import { hooks } from './hooks/hooks-screen.ts'
import { keys } from './keys/keys-screen.ts'
import type { ScreenName } from './kit/screen/names.ts'
import type { Screen } from './kit/screen/screen.ts'
import { live } from './live/live-screen.ts'
import { overview } from './overview/overview-screen.ts'
import { people } from './people/people-screen.ts'
import { readiness } from './readiness/readiness-screen.ts'
import { usage } from './usage/usage-screen.ts'
import { wiki } from './wiki/wiki-screen.ts'

/** All screens, by name. */
export const screens: Record<ScreenName, Screen> = {
  overview,
  usage,
  people,
  readiness,
  controls,
  computers,
  keys,
  wiki,
  ci,
  hooks,
  live,
}
