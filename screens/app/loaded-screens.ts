import { SCREEN_NAMES, type ScreenName } from '../kit/screen/names.ts'
import { loadOnce } from '../kit/session/use-loaded.ts'
import { screens } from '../table.ts'
import { loadFinders } from './overlays/palette/use-answers.ts'

/** Loads what draws a screen. Rejects where its file is not there any more, as after an update. */
export const loadScreen = (name: ScreenName): Promise<void> => loadOnce(screens[name].load)

/**
 * Loads what no key has asked for yet, one after the other, so that a key never waits for more than one of them.
 *
 * @param rest - Waited for before each.
 */
export const loadAhead = async (rest: () => Promise<unknown>): Promise<void> => {
  for (const load of [...SCREEN_NAMES.map((name) => screens[name].load), loadFinders]) {
    await rest()
    await loadOnce(load)
  }
}
