import { SCREEN_NAMES, type ScreenName } from '../kit/screen/names.ts'
import { loadOnce } from '../kit/session/use-loaded.ts'
import { screens } from '../table.ts'
import { loadProviders } from './overlays/palette/use-palette-results.ts'

/** Loads the component of a screen. Rejects if its file no longer exists, for example after an update. */
export const loadScreen = (name: ScreenName): Promise<void> => loadOnce(screens[name].load)

/**
 * Loads the modules that no key press has needed yet, one at a time, so that a key press waits for at most one of them.
 *
 * @param whenIdle - Resolves when no key is waiting; awaited before each module.
 */
export const preloadModules = async (whenIdle: () => Promise<unknown>): Promise<void> => {
  for (const load of [...SCREEN_NAMES.map((name) => screens[name].load), loadProviders]) {
    await whenIdle()
    await loadOnce(load)
  }
}
