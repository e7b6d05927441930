import type { ComponentType } from 'react'
import type { EndpointName } from '../../../src/contract/endpoints.ts'
import type { ExtensionName } from '../../../src/contract/extensions.ts'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import type { Binding } from '../../../src/ui/keys/bindings.ts'
import type { ScreenName } from './names.ts'
import type { ScreenState } from './screen-state.ts'

/** What a screen is opened at; it looks only at the members that mean something to it. */
export type Target = {
  /** The view to show, by its name on that screen. */
  view?: string
  day?: Day
  /** A person's id. */
  person?: string
  /** A model's id. */
  model?: string
  /** A revision of the controls: what it changed. */
  revision?: number
  /** The older revision that it is compared with. @default the one before it */
  base?: number
  /** A path of the controls' settings as pathText writes it: what changed there, or what is there today. */
  path?: string
  /** A repository's URL. */
  repository?: string
  /** A readiness criterion's id. */
  criterion?: string
  /** The id of a service account's key. */
  key?: string
  /** A computer's id. */
  computer?: string
  /** A wiki run's id. */
  run?: string
  /** The name of a channel of the notifier. */
  channel?: string
  /** A CI job, by its id or its place. */
  job?: string
  /** An archive on this machine, its path from the root. */
  archive?: string
  /** The path of a page in it. */
  page?: string
}

/**
 * Opens a screen on top of the one that is shown: going back shows that as it was. With a target it is one of its own.
 *
 * @param state - What it keeps to begin with, which makes it one of its own, too.
 */
export type OpenScreen = (screen: ScreenName, target?: Target, state?: ScreenState) => void

/** The body a screen has to fill: exactly this many cells and rows. */
export type ScreenProps = {
  width: number
  height: number
  /** What the screen was opened at, the same object while it is open; undefined when it was opened by its key. */
  target: Target | undefined
  open: OpenScreen
  /**
   * Goes back to what the screen was opened from; undefined where nothing is. What it was opened at is left by this, as the user has
   * never seen what lies around it.
   */
  back: (() => void) | undefined
}

/** One row of the table of screens. */
export type Screen = {
  title: string
  /** Its number key. */
  key: string
  /** The letter after `g`. */
  letter: string
  /** One sentence for help. */
  summary: string
  /** Rules that the figures of the screen follow, for help: how they are made, what shares a scale. */
  notes: readonly string[]
  /** Whether it shows the chosen range of days; what always shows all there is names no range and has no key for one. */
  isByRange: boolean
  /** Endpoints whose answers it shows. */
  asks: readonly (EndpointName | ExtensionName)[]
  /**
   * What it shows as of an earlier day: what was known then, or a mark on that day. Of what else it shows nobody kept what it was.
   * @default what there is now
   */
  asOf?: 'known' | 'marked'
  keys: readonly Binding[]
  /** Loads what draws it, which the first frame of another screen does not pay for. */
  load: () => Promise<ComponentType<ScreenProps>>
}
