import { dirname, sep } from 'node:path'
import { loadScreen } from '../../screens/app/loaded-screens.ts'
import { type LinkedPlace, parsePlaceLink } from '../../screens/app/navigation/linked-place.ts'
import { SCREEN_NAMES, type ScreenName } from '../../screens/kit/screen/names.ts'
import { ScreenState } from '../../screens/kit/screen/screen-state.ts'
import { type Env, isScreenReader } from '../base/env.ts'
import { AppError } from '../base/errors.ts'
import type { ThemeName } from '../base/theme-name.ts'
import { createPeek } from '../cache/query/peek.ts'
import type { ExplorerOptions } from '../commands/kit/world.ts'
import type { Credentials } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import type { Keychain } from '../config/keys/keychain.ts'
import { loadConfigWarnings, loadPreferences, profileToName } from '../config/profiles/choose-profile.ts'
import { DEMO_PROFILE } from '../config/profiles/profile-name.ts'
import { noOwnKeys, readOwnKeys } from '../ui/keys/own-keys.ts'
import { type ChosenTheme, createTheme, type Theme, themeOptionsFrom } from '../ui/layout/theme.ts'
import type { FirstFrame } from './first-frame.ts'
import { openOwnLedger } from './open-own-ledger.ts'
import { openOwnMemory } from './open-own-memory.ts'

export type OpenOptions = ExplorerOptions & {
  /** Addresses and key. Without them, or with `demo`, the demo is explored. */
  credentials: Credentials | undefined
  /** Shown in the last row until a key is pressed. @default which part of a profile the environment overrides */
  notice?: string | undefined
  env: Env
  /** This machine's clock, Unix ms. */
  now: () => number
  keychain: Keychain
  /** The frame that the launcher has already drawn. @default none */
  firstFrame?: FirstFrame | undefined
}

// The list of all bindings is needed only for remapped keys, which few users have.
const loadKeyGroups = () => import('../../screens/app/key-groups.ts')

/** The state of an explorer's start: everything that is read from this machine before drawing. */
export type ExplorerStart = Awaited<ReturnType<typeof prepareStart>>

/** @throws AppError of kind `usage` if there is no terminal to draw on. */
export const prepareStart = async (options: OpenOptions) => {
  const { env, now } = options
  const preferences = await loadPreferences(env)
  const isLinear = options.isScreenReader ?? (isScreenReader(env) || (preferences.screenReader ?? false))
  if (!process.stdin.isTTY || !process.stdout.isTTY || (env.TERM === 'dumb' && !isLinear)) {
    throw new AppError('usage', 'The explorer needs a terminal. See qd --help for the commands.')
  }
  const credentials = options.demo === undefined ? options.credentials : undefined
  // The first frame shows cached data, before any network code is loaded.
  const opened = credentials && openOwnLedger(credentials, { env, now, mode: 'read' })
  const memory = opened && credentials && openOwnMemory(credentials, { env, now, machine: opened })
  const places = initialPlaces(options, now(), memory?.visits.last() ?? [])
  await loadScreen(places.at(-1)?.screen ?? toScreenName(options.screen))
  const profile = credentials ? credentials.profile : DEMO_PROFILE
  return {
    preferences,
    configNotice: configNotice(await loadConfigWarnings(env), env),
    isLinear,
    credentials,
    ownKeys: preferences.keys ? readOwnKeys(preferences.keys, (await loadKeyGroups()).keyGroups) : noOwnKeys,
    themes: createThemes(options, preferences.theme, isLinear),
    opened,
    peek: opened && createPeek(opened.ledger, now),
    memory,
    places,
    /** The explored profile; undefined if it comes from the environment only. */
    profile,
    profileToName: await profileToName(env, profile),
  }
}

/** The warnings about config.json in one line, without its folder; undefined if there are none. */
const configNotice = ([first, ...rest]: readonly string[], env: Env): string | undefined => {
  if (first === undefined) return undefined
  const folder = `${dirname(foldersOf(env).configFile)}${sep}`
  const short = first.startsWith(folder) ? first.slice(folder.length) : first
  return `${short}${rest.length > 0 ? ` ${rest.length} more; see qd doctor.` : ''}`
}

/** The colours: first those configured; later those for the terminal's background, or the theme that the user selects. */
const createThemes = (
  { env, hasColor, isAscii, theme }: OpenOptions,
  configured: ThemeName | undefined,
  isLinear: boolean,
) => {
  const optionsFor = (name: ThemeName | undefined): ChosenTheme =>
    themeOptionsFrom(env, { noColor: !hasColor, ...(isAscii && { ascii: true }), theme: name })
  let shown = optionsFor(theme ?? configured)
  let isChosen = false
  let reported: ChosenTheme['background'] | undefined
  const current = (): Theme => createTheme({ ...shown, isLinear })
  return {
    current,
    isBackgroundKnown: shown.isBackgroundKnown,
    choose: (name: ThemeName): Theme => {
      const chosen = optionsFor(name)
      shown = { ...chosen, background: (name === 'auto' ? reported : undefined) ?? chosen.background }
      isChosen = true
      return current()
    },
    /** Stores the background that the terminal reports. Returns undefined if the theme stays the same. */
    report: (background: ChosenTheme['background']): Theme | undefined => {
      reported = background
      if (isChosen || background === shown.background) return undefined
      shown = { ...shown, background }
      return current()
    },
  }
}

/** The screens to open: that of a link, else those of the last run with the screen of --screen in front. */
const initialPlaces = (
  { link, screen, isRestoring }: Pick<ExplorerOptions, 'link' | 'screen' | 'isRestoring'>,
  now: number,
  last: readonly string[],
): LinkedPlace[] => {
  if (link !== undefined) return [parsePlaceLink(link, now)]
  if (!isRestoring) return []
  const places = placesOf(last, now)
  const shown = places.at(-1)
  if (screen === undefined || !shown || (shown.screen === screen && !shown.target)) return places
  const name = toScreenName(screen)
  const known = places.find((place) => place.screen === name && !place.target)
  const requested = {
    screen: name,
    target: undefined,
    state: known?.state ?? new ScreenState(),
    session: shown.session,
  }
  return [...places.filter((place) => place !== known), requested]
}

/** The screens of links. */
export const placesOf = (links: readonly string[], now: number): LinkedPlace[] =>
  links.flatMap((link) => placeIn(link, now))

/** None for an invalid link, which an older version may have stored. */
const placeIn = (link: string, now: number): LinkedPlace[] => {
  try {
    return [parsePlaceLink(link, now)]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** The first screen if the text does not name one. */
export const toScreenName = (text: string | undefined): ScreenName =>
  SCREEN_NAMES.find((name) => name === text) ?? SCREEN_NAMES[0]
