import type { ReadStream, WriteStream } from 'node:tty'
import { render } from 'ink-testing-library'
import { onTestFinished, vi } from 'vitest'
import { App } from '../../screens/app/app.tsx'
import type { ScreenName } from '../../screens/kit/names.ts'
import type { Profiles } from '../../screens/kit/profiles.ts'
import { createSession, type Session, SessionContext, type SessionState } from '../../screens/kit/session.ts'
import type { Queries } from '../../src/cache/query/query-client.ts'
import { type Client, type ClientOptions, createClient } from '../../src/client/client.ts'
import type { Looks } from '../../src/domain/revisions/last-look.ts'
import { createKeymap, type Keymap } from '../../src/ui/keys/bindings.ts'
import { KeymapContext } from '../../src/ui/keys/use-keys.ts'
import { createTheme, type ThemeOptions } from '../../src/ui/layout/theme.ts'
import { createTerminalSession } from '../../src/ui/terminal/terminal-session.ts'
import { queriesFor } from './cached-layer.ts'
import { NOW, type Organisation } from './demos.ts'
import { createFakeOutside, type FakeOutside } from './fake-outside.ts'

// The ages of data and the spans that are fresh hang on Date; timers stay as they are.
vi.useFakeTimers({ toFake: ['Date'], now: NOW })

/** A client for an organisation that does not wait between tries. */
export const clientFor = ({ url, key }: Organisation, options: Partial<ClientOptions> = {}): Client =>
  createClient({
    credentials: { baseUrl: url, appUrl: url, apiKey: key, keySource: 'QUARTERDECK_API_KEY' },
    now: () => NOW,
    random: () => 0.5,
    sleep: async () => {},
    env: {},
    ...options,
  })

export type OpenOptions = {
  /** @default 80 */
  columns?: number
  /** @default 24 */
  rows?: number
  /** @default 'overview' */
  screen?: ScreenName
  theme?: Partial<ThemeOptions>
  state?: Partial<SessionState>
  client?: Partial<ClientOptions>
  /** The server's clock. @default NOW, as this machine's */
  now?: () => number
  /** What is remembered of earlier runs. @default nothing */
  looks?: Looks
  /** What can be switched to. @default nothing */
  profiles?: Profiles
}

export type OpenedScreen = {
  /** Types keys as a terminal sends them, one after the other; waits until each was heard and drawn. */
  press(...keys: string[]): Promise<void>
  paste(text: string): Promise<void>
  /** The rows on the screen, without styles and without spaces at their ends. */
  frame(): string[]
  /** The rows as they were written. */
  styledFrame(): string[]
  /** Every frame so far, oldest first, without styles. */
  frames(): string[][]
  /** Waits until the text is on the screen, or the test says so, and answers the frame. */
  frameWith(wanted: string | ((frame: string[]) => boolean)): Promise<string[]>
  resize(columns: number, rows: number): Promise<void>
  /** Ends the start: from now on the organisation can be asked. */
  connect(organisation: Organisation): void
  unmount(): void
  session: Session
  keymap: Keymap
  queries(): Queries
  /** What was put on the clipboard, oldest first. */
  copied: string[]
  /** What was given to the pager, the editor and files, oldest first. */
  outside: FakeOutside
  /** How often the user has left. */
  quits(): number
  suspends(): number
}

const bytesOf: Record<string, string> = {
  Tab: '\t',
  'S-Tab': '\x1b[Z',
  Enter: '\r',
  Esc: '\x1b',
  Space: ' ',
  Backspace: '\x7f',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Right: '\x1b[C',
  Left: '\x1b[D',
  Home: '\x1b[H',
  End: '\x1b[F',
  PageUp: '\x1b[5~',
  PageDown: '\x1b[6~',
  F1: '\x1bOP',
}

const toBytes = (key: string): string => {
  if (/^\^[a-z]$/.test(key)) return String.fromCharCode(key.charCodeAt(1) & 0x1f)
  return bytesOf[key] ?? key
}

const withoutStyles = (line: string): string => line.replaceAll(/\x1b\[[\d;]*m/g, '').trimEnd()

const PATIENCE_MS = 10_000

const Nothing = () => null

/**
 * The real application on a terminal that remembers its frames, connected to `organisation` when there is one. All of
 * it ends with the test.
 */
export const openScreen = async (
  organisation: Organisation | undefined,
  options: OpenOptions = {},
): Promise<OpenedScreen> => {
  const { columns = 80, rows = 24, screen = 'overview' } = options
  // The library's window has no rows: unless the environment knows them, Ink asks other programs.
  Object.assign(process.env, { COLUMNS: String(columns), LINES: String(rows) })
  const app = render(<Nothing />)
  delete process.env.COLUMNS
  delete process.env.LINES
  // It is 100 columns wide, too; nothing is drawn before it is the window of the test.
  const window = Object.defineProperties(app.stdout, {
    columns: { value: columns, writable: true },
    rows: { value: rows, writable: true },
  }) as typeof app.stdout & { columns: number; rows: number }
  window.emit('resize')
  const stdin = app.stdin as unknown as ReadStream
  const copied: string[] = []
  const outside = createFakeOutside()
  let quits = 0
  let suspends = 0
  let presses = 0
  let client: Client | undefined
  let queries: Queries | undefined

  const theme = createTheme({ colors: '256', background: 'dark', isAscii: false, ...options.theme })
  const session = createSession(
    {
      profile: 'acme',
      isDemo: false,
      isReadOnly: false,
      connection: { is: 'starting', what: 'connecting' },
      range: { is: 'last', days: 14 },
      isComparing: true,
      notice: undefined,
      ...options.state,
    },
    {
      now: options.now ?? (() => NOW),
      theme,
      copy: (text) => void copied.push(text),
      outside,
      ...(options.looks && { looks: options.looks }),
      ...(options.profiles && { profiles: options.profiles }),
    },
  )
  const keymap = createKeymap()
  keymap.onPress(() => {
    presses += 1
  })
  const modes = { write: () => true } as unknown as WriteStream
  const terminal = createTerminalSession(stdin, modes, keymap)
  app.rerender(
    <SessionContext value={session}>
      <KeymapContext value={keymap}>
        <App
          keymap={keymap}
          firstScreen={screen}
          quit={() => {
            quits += 1
          }}
          suspend={() => {
            suspends += 1
          }}
          onReady={() => {}}
        />
      </KeymapContext>
    </SessionContext>,
  )
  terminal.arm()

  // What is no frame switches a mode of the terminal.
  const frames = () => app.frames.filter((text) => text.includes('\n') && text.length > 1)
  const styledFrame = () => (app.frames.findLast((text) => text.includes('\n') && text.length > 1) ?? '').split('\n')
  const frame = () => styledFrame().map(withoutStyles)
  const opened: OpenedScreen = {
    async press(...keys) {
      for (const key of keys) {
        const before = presses
        app.stdin.emit('data', Buffer.from(toBytes(key)))
        await until(
          () => presses > before,
          () => `the key ${key} was not heard`,
        )
        await drawn()
      }
    },
    async paste(text) {
      app.stdin.emit('data', Buffer.from(`\x1b[200~${text}\x1b[201~`))
      await drawn()
    },
    frame,
    styledFrame,
    frames: () => frames().map((text) => text.split('\n').map(withoutStyles)),
    async frameWith(wanted) {
      const isThere = () => (typeof wanted === 'string' ? frame().join('\n').includes(wanted) : wanted(frame()))
      await until(isThere, () => `never drawn: ${wanted}\n${frame().join('\n')}`)
      return frame()
    },
    async resize(nextColumns, nextRows) {
      window.columns = nextColumns
      window.rows = nextRows
      window.emit('resize')
      await drawn()
    },
    connect(where) {
      client = clientFor(where, options.client)
      queries = queriesFor(client, options.now ?? (() => Date.now()))
      session.set({ connection: { is: 'ready', queries } })
    },
    unmount: app.unmount,
    session,
    keymap,
    queries() {
      if (!queries) throw new Error('not connected')
      return queries
    },
    copied,
    outside,
    quits: () => quits,
    suspends: () => suspends,
  }
  onTestFinished(async () => {
    terminal.disarm()
    app.unmount()
    queries?.close()
    await client?.close()
  })
  if (organisation) opened.connect(organisation)
  await drawn()
  return opened
}

/** Whether everything a screen asks for has arrived. */
export const isLoaded = (frame: readonly string[]): boolean =>
  (frame[0] ?? '').includes('0 req') && !frame.some((row) => /…|loading|\bconnecting\b/.test(row.replace(/\S…/g, '')))

/** Passes once what was set in motion has been drawn. */
export const drawn = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits for something to become true, and tells what did not. */
export const until = async (isTrue: () => boolean, told: () => string): Promise<void> => {
  const start = performance.now()
  while (!isTrue()) {
    if (performance.now() - start > PATIENCE_MS) throw new Error(told())
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
}
