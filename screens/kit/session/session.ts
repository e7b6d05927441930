import { randomUUID } from 'node:crypto'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AppError } from '../../../src/base/errors.ts'
import type { ThemeName } from '../../../src/base/theme-name.ts'
import type { Peek } from '../../../src/cache/query/peek.ts'
import type { Queries } from '../../../src/cache/query/query-client.ts'
import type { Day } from '../../../src/domain/calendar/calendar.ts'
import type { RangeChoice } from '../../../src/domain/calendar/shift-range.ts'
import type { TypedLines } from '../../../src/domain/history/typed-lines.ts'
import { createMutes, type Mutes } from '../../../src/domain/overview/attention/attention.ts'
import { type Looks, noLooks } from '../../../src/domain/revisions/day-revisions.ts'
import { copiedText } from '../../../src/domain/text/copied-text.ts'
import { createPassingVisits, type Visits } from '../../../src/domain/visits/visits.ts'
import { createSignal } from '../../../src/ui/layout/signal.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { LinearVoice } from '../../../src/ui/linear/linear-voice.ts'
import { createJobs, type Jobs } from './jobs.ts'
import type { NotifierAccess } from './notifier.ts'
import type { Outside } from './outside.ts'
import type { Profiles } from './profiles.ts'

/** How far the program is with the organisation it shows. */
type Connection =
  | { is: 'starting'; what: string }
  | { is: 'ready'; queries: Queries }
  | { is: 'failed'; error: AppError }

/** What changes while the explorer is open and all screens share. */
export type SessionState = {
  /** Name of the organisation's profile, or its host. */
  profile: string
  /** Host of the API. @default it is the demo, of which nothing leaves this machine */
  host?: string | undefined
  isDemo: boolean
  /** Every write is refused. */
  isReadOnly: boolean
  connection: Connection
  range: RangeChoice
  /** Whether figures are compared with the period before. */
  isComparing: boolean
  /** Whether the mouse is heard. */
  isMouse: boolean
  /** The day as of which readiness and controls are shown, to its end in UTC; undefined: now. */
  at: Day | undefined
  /** Since when nothing changes by itself, Unix ms: nothing is asked for again, no new day begins. Undefined: it is not paused. */
  pausedAt: number | undefined
  /** Whether people are called by pseudonyms, on screen and in what is copied. */
  isPrivate: boolean
  /** One line for the last row until the next key: something was copied, something was refused. */
  notice: string | undefined
}

/** What stays the same while the explorer is open: the world around the screens. */
export type SessionWorld = {
  /** Now by the server's clock where one has answered, else by this machine's, Unix ms. */
  now(): number
  theme: Theme
  /** What pseudonyms are made with besides the id: with another salt the same person has another one. */
  salt: string
  /** What is kept on disk, for queries to show until there is a connection. */
  peek?: Peek | undefined
  /** Calls back each minute, until what it answers is called. @default by this machine's clock */
  everyMinute(act: () => void): () => void
  /** Rings the bell of the terminal. */
  ring(): void
  /** Sends text to the terminal for its clipboard. False: it is too long for one, and nothing was sent. */
  copy(text: string): boolean
  /** The user's pager and editor, and files. */
  outside: Outside
  /** What commands have to be given by --profile to ask this organisation. @default nothing: they do so anyway */
  profileToName?: string | undefined
  /** The organisations that can be switched to. */
  profiles: Profiles
  /** Which revisions of the controls were seen before. */
  looks: Looks
  /** What was open, marked and seen in earlier runs. */
  visits: Visits
  /** The profile that links lead to. @default whichever organisation is explored */
  linkProfile?: string | undefined
  /** What was typed into the palette. */
  typed: TypedLines
  /** Shows all in the colours of another theme. */
  setTheme(name: ThemeName): void
  /** What is not to be told of for a while. */
  mutes: Mutes
  /** What goes on under whatever is looked at. */
  jobs: Jobs
  /** What tells hooks of the agent. */
  notifier: NotifierAccess
  /** What says the screen to a screen reader; undefined where the screen is drawn. */
  voice?: Pick<LinearVoice, 'sayAll' | 'sayRow'> | undefined
}

export type Session = Omit<SessionWorld, 'copy'> & {
  /** The same, made safe by {@link copiedText}. @param mode - 'line' by default. */
  copy(text: string, mode?: 'line' | 'text'): boolean
  get(): SessionState
  set(change: Partial<SessionState>): void
  subscribe(listener: () => void): () => void
}

/**
 * @param world - `salt` is a random one by default, so that pseudonyms hold until the program ends; without `looks` and `visits`
 * nothing is remembered, and without `mutes` what is muted is muted until the program ends.
 */
export const createSession = (
  initial: Omit<SessionState, 'isPrivate' | 'pausedAt' | 'at'> & Partial<SessionState>,
  world: Omit<SessionWorld, 'jobs' | Remembered> & Partial<Pick<SessionWorld, Remembered>>,
): Session => {
  const state = createSignal<SessionState>({ isPrivate: false, pausedAt: undefined, at: undefined, ...initial })
  return {
    everyMinute: (act) => {
      const timer = setInterval(act, 60_000)
      return () => clearInterval(timer)
    },
    salt: randomUUID(),
    looks: noLooks,
    visits: createPassingVisits(),
    mutes: createMutes(world.now),
    jobs: createJobs(world.now),
    ...world,
    copy: (text, mode = 'line') => world.copy(copiedText(text, mode)),
    get: state.get,
    set: (change) => void state.set((before) => ({ ...before, ...change })),
    subscribe: state.subscribe,
  }
}

type Remembered = 'everyMinute' | 'salt' | 'looks' | 'visits' | 'mutes'

export const SessionContext = createContext<Session | undefined>(undefined)

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionContext above it')
  return session
}

/** One member of the state that all screens share; the component is drawn again when this one changes. */
export const useSessionState = <Member extends keyof SessionState>(member: Member): SessionState[Member] => {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => session.get()[member])
}
