import { type LinkedPlace, parsePlaceLink } from '../../screens/app/navigation/linked-place.ts'
import { SCREEN_NAMES, type ScreenName } from '../../screens/kit/screen/names.ts'
import { AppError } from '../base/errors.ts'
import type { ExplorerOptions } from '../commands/kit/world.ts'

/** What is open at first: what a link says, else what was open in the last run, a screen that was asked for in front. */
export const firstPlaces = (
  { link, screen, isRestoring }: Pick<ExplorerOptions, 'link' | 'screen' | 'isRestoring'>,
  now: number,
  last: readonly string[],
): LinkedPlace[] => {
  if (link !== undefined) return [parsePlaceLink(link, now)]
  if (!isRestoring) return []
  const places = last.flatMap((text) => placeIn(text, now))
  const shown = places.at(-1)
  if (screen === undefined || !shown || (shown.screen === screen && !shown.target)) return places
  const name = toScreenName(screen)
  const known = places.find((place) => place.screen === name && !place.target)
  const asked = { screen: name, target: undefined, state: known?.state ?? new Map(), session: shown.session }
  return [...places.filter((place) => place !== known), asked]
}

/** What an older version wrote, or days that are over, may mean nothing any more. */
const placeIn = (link: string, now: number): LinkedPlace[] => {
  try {
    return [parsePlaceLink(link, now)]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** A text that names no screen stands for the first. */
export const toScreenName = (text: string | undefined): ScreenName =>
  SCREEN_NAMES.find((name) => name === text) ?? SCREEN_NAMES[0]
