import { ci } from '../ci/ci.tsx'
import { computers } from '../computers/computers.tsx'
import { controls } from '../controls/controls.tsx'
import { hooks } from '../hooks/hooks.tsx'
import { keys } from '../keys/keys.tsx'
import type { ScreenName } from '../kit/screen/names.ts'
import type { Screen } from '../kit/screen/screen.ts'
import { overview } from '../overview/overview.tsx'
import { people } from '../people/people.tsx'
import { readiness } from '../readiness/readiness.tsx'
import { usage } from '../usage/usage.tsx'
import { wiki } from '../wiki/wiki.tsx'

/** Every screen there is. */
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
}
