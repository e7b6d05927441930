import { beforeAll, onTestFinished } from 'vitest'
import { App } from '../../screens/app/app.tsx'
import { loadScreen } from '../../screens/app/loaded-screens.ts'
import type { LinkedPlace } from '../../screens/app/navigation/linked-place.ts'
import type { ScreenName } from '../../screens/kit/screen/names.ts'
import { SessionContext, type SessionDependencies, type SessionState } from '../../screens/kit/session/session.ts'
import type { QueryState } from '../../src/cache/load/query-state.ts'
import type { Queries } from '../../src/cache/query/query-client.ts'
import { type Client, type ClientOptions, createClient } from '../../src/client/client.ts'
import type { Remap } from '../../src/ui/keys/bindings.ts'
import { KeymapContext } from '../../src/ui/keys/use-keys.ts'
import type { ThemeOptions } from '../../src/ui/layout/theme.ts'
import { queriesFor } from './cached-layer.ts'
import { type DemoSize, type MadeUp, NOW, type Organisation, startDemo } from './demos.ts'
import { fakeClipboard } from './fake-clipboard.ts'
import { createFakeOutside } from './fake-outside.ts'
import { testSession } from './session.ts'
import { drawn, openTerminal } from './terminal.tsx'

export { drawn, until } from './terminal.tsx'

/** A client for an organisation. It does not wait between retries. */
export const clientFor = ({ url, key }: Organisation, options: Partial<ClientOptions> = {}): Client =>
  createClient({
    credentials: { baseUrl: url, appUrl: url, apiKey: key, keySource: 'QUARTERDECK_API_KEY' },
    now: () => NOW,
    random: () => 0.5,
    sleep: async () => {},
    env: {},
    ...options,
  })

/** The queries of an organisation, and how to close them. */
type Layer = { queries: Queries; close(): Promise<void> }

const openLayer = (organisation: Organisation, { client: options, now = () => Date.now() }: OpenOptions): Layer => {
  const client = clientFor(organisation, options)
  const queries = queriesFor(client, now)
  return {
    queries,
    async close() {
      queries.close()
      await client.close()
    },
  }
}

/** Queries that record the state of each watched query in `watched`. */
const watchedIn = (watched: Map<object, QueryState<unknown>['is']>, queries: Queries): Queries => ({
  ...queries,
  watch(name, params, listener) {
    const watcher = {}
    const stop = queries.watch(name, params, (state) => {
      watched.set(watcher, state.is)
      listener(state)
    })
    return () => {
      watched.delete(watcher)
      stop()
    }
  },
})

/** Layers that several screens share. */
const shared = new WeakMap<Organisation, Layer>()

/** Opens one cached layer for all screens of an organisation, but not of a copy of it. Returns a function that closes it. */
export const shareLayer = (organisation: Organisation): (() => Promise<void>) => {
  const { queries, close } = openLayer(organisation, {})
  shared.set(organisation, { queries, close: async () => {} })
  return close
}

/**
 * The demo for tests of one file that don't check loading: their screens share one cached layer, so
 * data loaded by one is available to the next, which opens in a tenth of the time. It is started before the
 * first test. A screen of a copy, or with its own client or clock, starts without data.
 */
export const sharedDemo = (size?: DemoSize): MadeUp => {
  const demo = {} as MadeUp
  beforeAll(async () => {
    Object.assign(demo, await startDemo(size))
    return shareLayer(demo)
  })
  return demo
}

export type OpenOptions = Partial<Omit<SessionDependencies, 'theme' | 'alert' | 'outside'>> & {
  /** @default 80 */
  columns?: number
  /** @default 24 */
  rows?: number
  /** @default 'overview' */
  screen?: ScreenName
  theme?: Partial<ThemeOptions>
  state?: Partial<SessionState>
  client?: Partial<ClientOptions>
  /** The user's own keys. @default none */
  keysIn?: Remap
  /** The screens that are open at the start. @default the screen alone */
  places?: readonly LinkedPlace[]
}

export type OpenedScreen = Awaited<ReturnType<typeof openScreen>>

/**
 * The real application on a terminal that records its frames, connected to `organisation` if there is one. Closed
 * after the test.
 */
export const openScreen = async (organisation: Organisation | undefined, options: OpenOptions = {}) => {
  const { columns = 80, rows = 24, screen = 'overview', theme, state, client, keysIn, places = [], ...world } = options
  const terminal = openTerminal({ columns, rows, keysIn, isLinear: world.voice !== undefined })
  const { keymap } = terminal
  const copied: string[] = []
  const outside = createFakeOutside()
  const counts = { quits: 0, suspends: 0 }
  const alerts: string[] = []
  let openLinks = (): readonly string[] => []
  let layer: Layer | undefined
  /** The states of the watched queries. */
  const watched = new Map<object, QueryState<unknown>['is']>()

  const session = testSession(
    state,
    {
      everyMinute: () => () => {},
      alert: (text) => void alerts.push(text),
      clipboard: fakeClipboard(copied),
      outside,
      ...world,
    },
    theme,
  )
  await loadScreen(places.at(-1)?.screen ?? screen)
  terminal.draw(
    <SessionContext value={session}>
      <KeymapContext value={keymap}>
        <App
          keymap={keymap}
          firstScreen={screen}
          places={places}
          onPlaces={(read) => {
            openLinks = read
          }}
          quit={() => void counts.quits++}
          suspend={() => void counts.suspends++}
        />
      </KeymapContext>
    </SessionContext>,
  )
  const opened = {
    ...terminal,
    /**
     * Waits until the screen shows no sign of loading, no watched query is loading (a chart without marks doesn't show
     * that), and the predicate is true. Returns the frame.
     */
    async loaded(isThere: (frame: string[]) => boolean = () => true): Promise<string[]> {
      const isIdle = () => ![...watched.values()].includes('loading')
      const isAll = (frame: string[]) => isLoaded(frame) && isIdle() && isThere(frame)
      // New data may not be drawn yet, and drawing it may start more queries.
      do {
        await terminal.frameWith(isAll)
        await drawn()
      } while (!isAll(terminal.frame()))
      return terminal.frame()
    },
    /** Connects to the organisation. */
    connect(where: Organisation): void {
      const isOwn = client !== undefined || world.now !== undefined
      const { queries, close } = (isOwn ? undefined : shared.get(where)) ?? openLayer(where, options)
      layer = { queries: watchedIn(watched, queries), close }
      session.set({ connection: { is: 'ready', queries: layer.queries } })
    },
    session,
    queries(): Queries {
      if (!layer) throw new Error('not connected')
      return layer.queries
    },
    /** Texts put on the clipboard, oldest first. */
    copied,
    /** Texts passed to the pager, the editor and files, oldest first. */
    outside,
    /** Links to the open screens, as passed to the next run. */
    openLinks: () => openLinks(),
    quits: () => counts.quits,
    suspends: () => counts.suspends,
    /** The texts of bells and notifications, oldest first. */
    alerts,
  }
  onTestFinished(async () => {
    terminal.unmount()
    await layer?.close()
  })
  if (organisation) opened.connect(organisation)
  await drawn()
  return opened
}

/** Whether a screen says that everything is loaded. Without a notifier, Hooks loads for ever; a `…` before four digits starts a fingerprint. */
export const isLoaded = (frame: readonly string[]): boolean =>
  (frame[0] ?? '').includes('0 req') &&
  !frame.some((row) =>
    /…|loading(?! the notifier)|still (?:searching|checking)|\b(?:connecting|comparing)\b/.test(
      row.replace(/^ … > |\S…|, …|…\d|…[\da-f]{4}\b| …(?: [A-Z]\w+)?$| … │/g, ''),
    ),
  )
