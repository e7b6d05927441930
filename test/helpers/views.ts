import { SCREEN_NAMES, type ScreenName } from '../../screens/kit/screen/names.ts'
import type { Organisation } from './demos.ts'
import { openManagement } from './management-screen.ts'
import { drawn, type OpenedScreen, type OpenOptions, openScreen } from './screen.tsx'

type Views = readonly (readonly string[])[]

/** Hooks has its own test, because its data is local. */
type ViewedScreen = Exclude<ScreenName, 'hooks'>

const ownViews: Readonly<Partial<Record<ViewedScreen, Views>>> = {
  overview: [[], ['w'], ['w', 'u', 'U'], ['u', 'Tab'], ['Tab']],
  usage: [[], ['h'], ['Enter'], ['Esc', 'Tab'], ['Tab'], ['Tab'], ['Tab', 'Enter'], ['Esc', 'Tab'], ['Enter']],
  people: [
    [],
    ['z', 'p'],
    ['Tab'],
    ['Tab'],
    ['Enter'],
    ['Esc', 'Tab'],
    ['Enter'],
    ['Esc', 'Space', 'Space', '='],
    ['Esc'],
  ],
  readiness: [
    [],
    ['s', 'l'],
    ['Enter'],
    ['d'],
    ['d', 'w'],
    ['w', 'Tab'],
    ['Esc', 'Esc', 'Space', 'Space', '='],
    ['Esc', 'Tab'],
  ],
  controls: [[], ['f'], ['f', 'Enter'], ['Enter'], ['j', 'b'], ['Esc', 'Esc', 'z', 'u']],
  computers: [[], ['s', 's'], ['Enter']],
  keys: [[], ['f'], ['f', 'f', 'Enter']],
  wiki: [[], ['i']],
  ci: [[], ['f'], ['f', 'f', 'Enter']],
}

/**
 * The views of each screen with the demo: the initial view, then the keys that lead to each next one.
 * @default the list, and the detail of its first row alone
 */
export const VIEWS = Object.fromEntries(
  SCREEN_NAMES.filter((name) => name !== 'hooks').map((name) => [name, ownViews[name] ?? [[], ['Enter']]]),
) as Record<ViewedScreen, Views>

/** Opens a screen with the demo and waits until it is loaded. */
export const openView = async (demo: Organisation, screen: ScreenName, options: OpenOptions): Promise<OpenedScreen> => {
  if (screen === 'keys') return openManagement(demo, screen, options)
  const opened = await openScreen(demo, { ...options, screen })
  await opened.loaded()
  return opened
}

/** Presses keys and waits until everything is loaded. */
export const toView = async (opened: OpenedScreen, keys: readonly string[]): Promise<string[]> => {
  await opened.press(...keys)
  return opened.loaded()
}

/** Waits until nothing changes any more: details are completed after their list. */
export const settled = async (opened: OpenedScreen): Promise<string[]> => {
  let before: readonly string[] = []
  while (before.join() !== opened.frame().join()) {
    before = opened.frame()
    await opened.frameWith((frame) => (frame[0] ?? '').includes('0 req') && !/\bloading\b|comparing/.test(frame.join()))
    await drawn()
  }
  return opened.frame()
}
