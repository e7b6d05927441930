import type { ScreenName } from '../../screens/kit/screen/names.ts'
import type { Organisation } from './demos.ts'
import { openManagement } from './management-screen.ts'
import { type OpenedScreen, type OpenOptions, openScreen } from './screen.tsx'

/** The views of each screen over the demo: the first as it is opened, each of the others by the keys from the one before. */
export const VIEWS: Readonly<Record<Exclude<ScreenName, 'hooks'>, readonly (readonly string[])[]>> = {
  overview: [[], ['w'], ['w', 'u', 'U'], ['u', 'Tab'], ['Tab']],
  usage: [[], ['h'], ['Enter'], ['Esc', 'Tab'], ['Tab'], ['Tab'], ['Tab', 'Enter']],
  people: [[], ['z', 'p'], ['Enter'], ['Esc', 'Space', 'Space', '='], ['Esc']],
  readiness: [[], ['s', 'l'], ['Enter'], ['d'], ['d', 'w'], ['w', 'Tab'], ['Esc', 'Esc', 'Space', 'Space', '=']],
  controls: [[], ['f'], ['f', 'Enter'], ['Enter'], ['j', 'b'], ['Esc', 'Esc', 'z', 'u']],
  computers: [[], ['s', 's'], ['Enter']],
  keys: [[], ['f'], ['f', 'f', 'Enter']],
  wiki: [[], ['i']],
  ci: [[], ['f'], ['f', 'f', 'Enter']],
}

/** A screen over the demo once it has its rows. */
export const openView = async (
  demo: Organisation,
  screen: keyof typeof VIEWS,
  options: OpenOptions,
): Promise<OpenedScreen> => {
  if (screen === 'keys') return openManagement(demo, screen, options)
  const opened = await openScreen(demo, { ...options, screen })
  await opened.loaded()
  return opened
}

/** Presses keys and waits until all that they ask for is there. */
export const toView = async (opened: OpenedScreen, keys: readonly string[]): Promise<string[]> => {
  await opened.press(...keys)
  return opened.loaded()
}
