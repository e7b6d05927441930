import type { NotifierAccess } from '../../screens/kit/session/notifier.ts'
import type { Profiles } from '../../screens/kit/session/profiles.ts'
import { createSession, type Session, type SessionState } from '../../screens/kit/session/session.ts'
import { createTypedLines } from '../../src/domain/history/typed-lines.ts'
import { createTheme, type ThemeOptions } from '../../src/ui/layout/theme.ts'
import { NOW } from './demos.ts'
import { fakeClipboard } from './fake-clipboard.ts'
import { createFakeOutside } from './fake-outside.ts'

/** The session of an explorer that is still connecting and stores nothing. */
export const testSession = (
  state: Partial<SessionState> = {},
  world: Partial<Parameters<typeof createSession>[1]> = {},
  theme: Partial<ThemeOptions> = {},
): Session =>
  createSession(
    {
      profile: 'acme',
      host: 'api.example.com',
      isDemo: false,
      isReadOnly: false,
      isMouse: false,
      connection: { is: 'starting', what: 'connecting' },
      range: { is: 'last', days: 14 },
      isComparing: true,
      notice: undefined,
      ...state,
    },
    {
      now: () => NOW,
      theme: createTheme({ colors: '256', background: 'dark', isAscii: false, ...theme }),
      alert: () => {},
      clipboard: fakeClipboard([]),
      outside: createFakeOutside(),
      typed: createTypedLines(),
      setTheme: () => {},
      profiles: noProfiles,
      notifier: noNotifier,
      ...world,
    },
  )

/** No other profiles. */
export const noProfiles: Profiles = {
  list: async () => [],
  check: { name: () => undefined, address: () => undefined, key: () => undefined },
  test: async () => [],
  save: async () => {},
  open: async () => {},
}

/** No notifier: it never loads. */
export const noNotifier: NotifierAccess = {
  load: () => new Promise(() => {}),
  failing: async () => [],
  send: async () => ({ is: 'failed', why: 'no notifier', canRetry: false }),
  settingsText: async () => '',
  install: async (path) => ({ path, before: {}, warnings: [], difference: '', write: () => {} }),
}
