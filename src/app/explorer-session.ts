import { existsSync } from 'node:fs'
import { createSession, type Session } from '../../screens/kit/session/session.ts'
import type { SettingsFile } from '../../screens/kit/session/settings.ts'
import type { Env } from '../base/env.ts'
import type { ThemeName } from '../base/theme-name.ts'
import { addressProblem } from '../config/address.ts'
import { type Credentials, hostsOf, keyProblem } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import { planOf } from '../config/profiles/plan.ts'
import { profileNameProblem } from '../config/profiles/profile-name.ts'
import { requestLines } from '../contract/request-lines.ts'
import type { StatusFigures } from '../domain/status/status-text.ts'
import { ownKeysNotice, type WantedKeys } from '../ui/keys/own-keys.ts'
import type { LinearVoice } from '../ui/linear/linear-voice.ts'
import type { LentTerminal } from '../ui/terminal/lent-terminal.ts'
import { createAlert } from './create-alert.ts'
import type { ExplorerStart, OpenOptions } from './explorer-start.ts'
import { openOwnTypedLines } from './open-own-memory.ts'

type SessionDeps = {
  voice: LinearVoice | undefined
  lent: () => LentTerminal
  /** The server's time, Unix ms; undefined before its first response. */
  serverNow: () => number | undefined
  setTheme: (name: ThemeName) => void
  setKeys: (keys: WantedKeys) => void
  reopen: (credentials: Credentials | undefined, notice: string | undefined) => void
  /** Id of this run, see `isSameGeneration`. */
  run: string
}

/** Creates the session of one explorer. Rarely used parts are loaded on first use. */
export const createExplorerSession = (options: OpenOptions, start: ExplorerStart, deps: SessionDeps): Session => {
  const { env, now, keychain, isOffline, isReadOnly } = options
  const { preferences, credentials, ownKeys, opened, peek, memory, places, profile } = start
  const host = credentials && new URL(credentials.baseUrl).host
  const { stdout } = process
  return createSession(
    {
      profile: credentials?.profile ?? host ?? 'demo organisation',
      host,
      isDemo: credentials === undefined,
      isReadOnly: isReadOnly || credentials?.whyReadOnly !== undefined,
      connection: { is: 'starting', what: credentials ? 'connecting' : 'creating demo data' },
      range: { is: 'last', days: 14 },
      isComparing: preferences.compare ?? true,
      isMouse: options.isMouse ?? preferences.mouse ?? false,
      isPrivate: preferences.pseudonyms ?? false,
      ...places.at(-1)?.session,
      notice: credentials?.shadowed ?? options.notice ?? start.configNotice ?? ownKeysNotice(ownKeys.problems),
    },
    {
      now: () => deps.serverNow() ?? now(),
      theme: start.themes.current(),
      voice: deps.voice,
      hostsOf: credentials?.history && answeringHosts(credentials),
      profileToName: start.profileToName,
      plan: planOf(credentials, preferences, foldersOf(env).configFile),
      peopleAutoload:
        credentials?.profile === undefined ? undefined : preferences.profiles?.[credentials.profile]?.peopleAutoload,
      ...(opened && { peek, salt: Buffer.from(opened.salt).toString('hex') }),
      typed: openOwnTypedLines(credentials, { env, now, machine: opened }),
      setTheme: deps.setTheme,
      alert: createAlert(preferences.announce, env, (bytes) => void stdout.write(bytes)),
      ownSettings: { ...ownSettings(options, preferences), setKeys: deps.setKeys },
      clipboard: lazyAccess(async () => {
        const { createClipboard } = await import('../ui/terminal/clipboard.ts')
        return createClipboard({ env, write: (sequence) => void stdout.write(sequence) })
      }),
      ...memory,
      saveStatus: credentials && !isOffline ? lateStatusSaver(credentials, env, deps.run) : undefined,
      linkProfile: profile,
      outside: lazyAccess(async () => {
        const { createOutside } = await import('./create-outside.ts')
        return createOutside(env, deps.lent())
      }),
      profiles: lazyAccess(
        async () => {
          const { createOwnProfiles } = await import('./own-profiles.ts')
          const { reopen } = deps
          return createOwnProfiles({ env, now, keychain, isOffline, isReadOnly, shown: profile, reopen })
        },
        { check: { name: profileNameProblem, address: addressProblem, key: keyProblem } },
      ),
      notifier: lateNotifier(env),
    },
  )
}

/** The hosts that answer endpoints, in the order of the first endpoint of each. */
const answeringHosts = (credentials: Credentials): Session['hostsOf'] => {
  const { vendor, history = vendor } = hostsOf(credentials)
  return (endpoints) => [...new Set(endpoints.map((name) => (requestLines[name].isHistory ? history : vendor)))]
}

/** What overrides config.json, and how it is changed. */
const ownSettings = (
  { env, theme, isMouse, hasColor }: OpenOptions,
  { theme: configured = 'auto', keys = {} }: ExplorerStart['preferences'],
) => {
  const ofTheme = theme !== undefined ? '--theme' : hasColor ? undefined : env.NO_COLOR ? 'NO_COLOR' : '--no-color'
  return {
    theme: theme ?? configured,
    keys,
    loadKeyboard: async (own: WantedKeys) => (await import('./own-keyboard.ts')).remappableActions(own),
    overrides: {
      ...(ofTheme !== undefined && { theme: ofTheme }),
      ...(isMouse !== undefined && { mouse: '--mouse' }),
    },
    file: lazyAccess<SettingsFile>(async () => {
      const { changeConfig, undoConfigChange } = await import('../config/profiles/config-file.ts')
      const { configFile } = foldersOf(env)
      return {
        save: async (name, value) =>
          changeConfig(configFile, (config) => void Object.assign(config, { [name]: value })),
        undo: async (change) => undoConfigChange(configFile, change),
      }
    }),
  }
}

const lateStatusSaver = (credentials: Credentials, env: Env, run: string): Session['saveStatus'] => {
  let saver: Promise<(figures: StatusFigures) => void> | undefined
  return (figures) => {
    saver ??= import('./save-status.ts').then(({ createStatusSaver }) => createStatusSaver(credentials, env, run))
    // Without the file of the program, which an update may have removed, nothing is saved.
    void saver.then(
      (save) => save(figures),
      () => {},
    )
  }
}

const lateNotifier = (env: Env) => {
  const load = async () => {
    const { createNotifierAccess, createOwnNotifier } = await import('./own-notifier.ts')
    return createNotifierAccess(createOwnNotifier(env))
  }
  return lazyAccess(load, {
    // Overview calls this at every start, and most users have no notifications: don't load the notifier for them.
    failing: async () => (existsSync(foldersOf(env).notifierFolder) ? (await load()).failing() : []),
  })
}

/** An object of functions that all return a promise. */
type AsyncFunctions<Access> = { [Name in keyof Access]: (...given: never[]) => Promise<unknown> }

/**
 * Creates an object whose functions are loaded on the first call. Use it for parts that few users need and that the
 * first frame does not need.
 *
 * @param load - Called once, and again only after it failed.
 * @param ready - Members that are available immediately.
 */
export const lazyAccess = <Access extends AsyncFunctions<Access>, Ready extends object = object>(
  load: () => Promise<Access>,
  ready: Ready = {} as Ready,
): Access & Ready => {
  let loading: Promise<Access> | undefined
  const loaded = (): Promise<Access> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const late =
    (name: keyof Access) =>
    async (...given: never[]) =>
      (await loaded())[name](...given)
  const get = (known: object, name: string | symbol) =>
    name in known ? known[name as keyof object] : late(name as keyof Access)
  return new Proxy(ready, { get }) as Access & Ready
}
