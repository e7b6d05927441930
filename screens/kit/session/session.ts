import { randomUUID } from 'node:crypto'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AppError } from '../../../src/base/errors.ts'
import type { ThemeName } from '../../../src/base/theme-name.ts'
import type { Peek } from '../../../src/cache/query/peek.ts'
import type { Queries } from '../../../src/cache/query/query-client.ts'
import type { EndpointName } from '../../../src/contract/endpoints.ts'
import type { ExtensionName } from '../../../src/contract/extensions.ts'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import type { RangeChoice } from '../../../src/domain/calendar/shift-range.ts'
import type { Clipboard, CopyOptions, CopyOutcome } from '../../../src/domain/clipboard/copy-outcome.ts'
import type { TypedLines } from '../../../src/domain/history/typed-lines.ts'
import { createMutes, type Mutes } from '../../../src/domain/overview/attention/attention.ts'
import { noShownRevisions, type ShownRevisions } from '../../../src/domain/revisions/day-revisions.ts'
import type { Plan } from '../../../src/domain/seats/plan.ts'
import type { StatusFigures } from '../../../src/domain/status/status-text.ts'
import { copiedText } from '../../../src/domain/text/copied-text.ts'
import { createMemoryVisits, type Visits } from '../../../src/domain/visits/visits.ts'
import type { WantedKeys } from '../../../src/ui/keys/own-keys.ts'
import { createSignal } from '../../../src/ui/layout/signal.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { LinearVoice } from '../../../src/ui/linear/linear-voice.ts'
import { type Action, type Actions, createActions } from './actions.ts'
import { type Announcement, type Announcements, createAnnouncements } from './announcements.ts'
import { createJobs, type Jobs } from './jobs.ts'
import type { NotifierAccess } from './notifier.ts'
import type { Outside } from './outside.ts'
import type { Profiles } from './profiles.ts'
import { createSettings, type Settings, type SettingsFile, type SettingsOptions } from './settings.ts'

/** The state of the connection to the organisation. */
type Connection =
  | { is: 'starting'; what: string }
  | { is: 'ready'; queries: Queries }
  | { is: 'failed'; error: AppError }

/** The state that all screens share and that changes while the explorer is open. */
export type SessionState = {
  /** Name of the organisation's profile, or its host. */
  profile: string
  /** Host of the API. @default the demo: nothing leaves this machine */
  host?: string | undefined
  isDemo: boolean
  /** Whether writes are rejected. */
  isReadOnly: boolean
  connection: Connection
  range: RangeChoice
  /** Whether figures are compared with the previous period. */
  isComparing: boolean
  /** Whether the mouse is enabled. */
  isMouse: boolean
  /** The day as of which readiness and controls are shown, up to its end in UTC; undefined: now. */
  at: Day | undefined
  /** When refresh was paused, Unix ms; undefined: not paused. While paused, no data reloads and no new day begins. */
  pausedAt: number | undefined
  /** Whether pseudonyms replace the names of people, on screen and in copied text. */
  isPrivate: boolean
  /** A notice in the last row until the next key: something was copied, or an action failed. */
  notice: string | undefined
}

/** The dependencies of the screens, which stay the same while the explorer is open. */
export type SessionDependencies = {
  /** The current time, Unix ms: by the server's clock after its first reply, before that by this machine's. */
  now(): number
  theme: Theme
  /** The salt of pseudonyms: with another salt, the same person has another pseudonym. */
  salt: string
  /** Cached data for queries until there is a connection. */
  peek?: Peek | undefined
  /** Calls back each minute. Returns a function that stops it. @default by this machine's clock */
  everyMinute(act: () => void): () => void
  /** Calls back once after a time in ms, unless the program ends before. @default by this machine's clock */
  after(ms: number, act: () => void): void
  /** Rings the bell or shows a notification of the terminal, as configured. @param text - Untrusted text. */
  alert(text: string): void
  clipboard: Clipboard
  /** The user's pager, editor, browser and files. */
  outside: Outside
  /** What the organisation pays, and how it is billed. @default nothing is known */
  plan?: Plan | undefined
  /** Number of users up to which a ranked list of users loads in the background. */
  peopleAutoload?: number | undefined
  /** The hosts that answer these endpoints, for a profile with two servers. @default the profile has one server */
  hostsOf?: ((endpoints: readonly (EndpointName | ExtensionName)[]) => readonly string[]) | undefined
  /** The profile that commands need as --profile to reach this organisation. @default none: they reach it anyway */
  profileToName?: string | undefined
  profiles: Profiles
  /** The revisions of the controls that were seen before. */
  shownRevisions: ShownRevisions
  /** What was open, bookmarked and seen in earlier runs. */
  visits: Visits
  /** The profile in links. @default none: links open in the current organisation */
  linkProfile?: string | undefined
  /** The lines that were typed into the palette. */
  typed: TypedLines
  setTheme(name: ThemeName): void
  /** How settings are saved, and the theme at the start. @default nothing is saved */
  ownSettings: Pick<SettingsOptions, 'file' | 'overrides' | 'loadKeyboard'> & {
    theme: ThemeName
    keys: WantedKeys
    setKeys(keys: WantedKeys): void
  }
  mutes: Mutes
  /** Caches the figures that `qd status` prints. @default they are not cached */
  saveStatus?: ((figures: StatusFigures) => void) | undefined
  /** The notifier, which sends notifications for events of the agent's hooks. */
  notifier: NotifierAccess
  /** Speaks the screen for a screen reader; undefined if the screen is drawn. */
  voice?: Pick<LinearVoice, 'sayAll' | 'sayRow'> | undefined
}

export type Session = Omit<SessionDependencies, 'setTheme' | 'ownSettings'> & {
  /** What the user has done in this run. */
  actions: Actions
  /** The actions that run in the background. */
  jobs: Jobs
  announcements: Announcements
  settings: Settings
  /** Copies a text that {@link copiedText} has made safe. @param options.mode - 'line' by default. */
  copy(text: string, options?: CopyOptions & { mode?: 'line' | 'text' | undefined }): Promise<CopyOutcome>
  get(): SessionState
  set(change: Partial<SessionState>): void
  subscribe(listener: () => void): () => void
}

/**
 * @param dependencies - By default `salt` is random, so that pseudonyms last until the program ends. Without `shownRevisions`
 * and `visits` nothing is stored, and without `mutes` items stay muted until the program ends.
 */
export const createSession = (
  initial: Omit<SessionState, 'isPrivate' | 'pausedAt' | 'at'> & Partial<SessionState>,
  dependencies: Omit<SessionDependencies, OptionalDependency> & Partial<Pick<SessionDependencies, OptionalDependency>>,
): Session => {
  const state = createSignal<SessionState>({ isPrivate: false, pausedAt: undefined, at: undefined, ...initial })
  const { now, profileToName, after = afterByTimer } = dependencies
  const actions = createActions({ now, profileToName, isPrivate: () => state.get().isPrivate })
  const set: Session['set'] = (change) => void state.set((before) => ({ ...before, ...change }))
  return {
    after,
    actions,
    jobs: createJobs(actions, now),
    announcements: createAnnouncements(after),
    settings: settingsOf(dependencies, state.get, set),
    everyMinute: (act) => {
      const timer = setInterval(act, 60_000)
      return () => clearInterval(timer)
    },
    salt: randomUUID(),
    shownRevisions: noShownRevisions,
    visits: createMemoryVisits(),
    mutes: createMutes(now),
    ...dependencies,
    copy: (text, { mode = 'line', ...options } = {}) => dependencies.clipboard.copy(copiedText(text, mode), options),
    get: state.get,
    set,
    subscribe: state.subscribe,
  }
}

type OptionalDependency = 'everyMinute' | 'after' | 'salt' | 'shownRevisions' | 'visits' | 'mutes' | 'ownSettings'

const afterByTimer = (ms: number, act: () => void): void => void setTimeout(act, ms).unref()

const settingsOf = (
  { setTheme, ownSettings }: Pick<SessionDependencies, 'setTheme'> & Partial<Pick<SessionDependencies, 'ownSettings'>>,
  get: () => SessionState,
  set: Session['set'],
): Settings => {
  const { file = noSettingsFile, overrides = {} } = ownSettings ?? {}
  let shown = ownSettings?.theme ?? 'auto'
  let ownKeys = ownSettings?.keys ?? {}
  return createSettings({
    file,
    loadKeyboard: ownSettings?.loadKeyboard ?? noKeyboard,
    overrides,
    get: () => {
      const { isMouse, isPrivate, isComparing } = get()
      return { theme: shown, mouse: isMouse, pseudonyms: isPrivate, compare: isComparing, keys: ownKeys }
    },
    apply: ({ theme, mouse, pseudonyms, compare, keys }) => {
      if (theme !== undefined) {
        shown = theme
        setTheme(theme)
      }
      if (keys !== undefined) {
        ownKeys = keys
        ownSettings?.setKeys(keys)
      }
      set({
        ...(mouse !== undefined && { isMouse: mouse }),
        ...(pseudonyms !== undefined && { isPrivate: pseudonyms }),
        ...(compare !== undefined && { isComparing: compare }),
      })
    },
  })
}

const noKeyboard = async () => ({ actions: [], problemOf: () => undefined })

const noSettingsFile: SettingsFile = {
  save: async () => ({ before: undefined, after: undefined }),
  undo: async () => {},
}

export const SessionContext = createContext<Session | undefined>(undefined)

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionContext above it')
  return session
}

/** One member of the shared state. The component renders when this member changes. */
export const useSessionState = <Member extends keyof SessionState>(member: Member): SessionState[Member] => {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => session.get()[member])
}

/** The log of actions, newest first. The component renders when one changes. */
export const useActions = (): readonly Action[] => {
  const { actions } = useSession()
  return useSyncExternalStore(actions.subscribe, actions.list)
}

/** The actions about things that screens show, newest first. The component renders when one of these changes. */
export const useSubjectActions = (): readonly Action[] => {
  const { actions } = useSession()
  return useSyncExternalStore(actions.subscribe, actions.listOfSubjects)
}

/** The number of running actions whose end is announced. The component renders only when it changes. */
export const useFollowedCount = (): number => {
  const { actions } = useSession()
  const count = () => actions.list().filter(({ isFollowed, endedAt }) => isFollowed && endedAt === undefined).length
  return useSyncExternalStore(actions.subscribe, count)
}

/** The announcements of the last seconds, newest first. The component renders when they change. */
export const useAnnouncements = (): readonly Announcement[] => {
  const { announcements } = useSession()
  return useSyncExternalStore(announcements.subscribe, announcements.list)
}
