import { keysIn } from '../../base/env.ts'
import { AppError, usageError } from '../../base/errors.ts'
import { KNOWN_KINDS } from '../../cache/ledger/ledger.ts'
import type { Ledger } from '../../cache/ledger/open-ledger.ts'
import { purgingClient } from '../../cache/load/kit/purging-client.ts'
import type { Client } from '../../client/client.ts'
import { createRedactor } from '../../client/redact.ts'
import { type Credentials, keysOf, READ_ONLY_RUN } from '../../config/credentials.ts'
import { findCredentials, NOTHING_CONFIGURED } from '../../config/keys/find-credentials.ts'
import { loadConfigWarnings } from '../../config/profiles/choose-profile.ts'
import { clockSkewText, isClockOff } from '../../domain/text/time-text.ts'
import { defaultFormat } from './applicable-options.ts'
import type { Command, CreatedDeps, Deps } from './command.ts'
import type { Globals } from './globals.ts'
import { noteTo, printRequests } from './notes.ts'
import type { Format } from './output-format.ts'
import { createServerDay } from './server-day.ts'
import type { Demo, OpenedLedger, World } from './world.ts'

/**
 * Creates the dependencies of a command. All of its output passes the redactor first.
 *
 * @param load - Returns the key. @default the key of the configured organisation
 */
export const createDeps = (
  command: Command,
  globals: Globals,
  world: World,
  load?: () => Promise<Credentials>,
): CreatedDeps => {
  const { redact, hide } = createMask(keysIn(world.env))
  const err = (text: string): void => world.err(redact(text))
  let hasPrinted = false
  const print = (text: string): void => {
    hasPrinted = true
    world.out(text)
  }
  const { close, ledger, ...connections } = createConnections(
    command,
    { ...world, globals, err, hide, load },
    () => hasPrinted,
  )
  const { startDemo: _startDemo, openLedger: _openLedger, ...rest } = world
  const deps: Deps = {
    ...rest,
    ...connections,
    out: (text) => print(redact(text)),
    outMasked: print,
    err,
    hide,
    redact,
    globals,
    format: formatFor(command, globals, world),
    inner: (...run) => inner.deps(...run),
  }
  const inner = createInner(world, { credentials: deps.credentials, ledger })
  return {
    deps,
    close: async () => {
      await inner.close()
      await close()
    },
  }
}

/** Why a command that runs inside another one writes nothing. */
const READ_ONLY_INSIDE = 'this program only reads here; use the qd command in a terminal'

/** See `inner` of {@link Deps}. */
const createInner = (
  world: World,
  { credentials, ledger }: Pick<Deps, 'credentials'> & { ledger: () => Promise<OpenedLedger> },
) => {
  const readOnly = lazy(async () => ({
    ...(await credentials()),
    shadowed: undefined,
    whyReadOnly: READ_ONLY_INSIDE,
  }))
  const client = lazy(async () => world.connect(await readOnly.get()))
  const deps: Deps['inner'] = (command, globals, io) => {
    const inside: World = {
      ...world,
      ...io,
      isOutputTerminal: false,
      isErrorTerminal: false,
      columns: undefined,
      rows: undefined,
      ask: async () => undefined,
      askSecret: async () => undefined,
      saveFile: async (path) => {
        throw new AppError('refused', `${path} was not written: ${READ_ONLY_INSIDE}.`)
      },
      connect: async (to, options) => {
        if (to !== (await readOnly.get())) return world.connect({ ...to, whyReadOnly: READ_ONLY_INSIDE }, options)
        return { ...(await client.get()), close: async () => {} }
      },
      openLedger: async (to) => {
        if (to !== (await readOnly.get())) return world.openLedger(to)
        const opened = await ledger()
        // Its notice is a getter, so it cannot be copied.
        return { ...opened, ledger: Object.create(opened.ledger, { close: { value: () => {} } }) as Ledger }
      },
    }
    return createDeps(command, globals, inside, readOnly.get)
  }
  return { deps, close: async () => (await client.made())?.close() }
}

/** The organisation of a command and its cache; each part is created at its first use. */
const createConnections = (
  { reportsProblems = false }: Command,
  world: World & Pick<Deps, 'globals' | 'hide'> & { load: (() => Promise<Credentials>) | undefined },
  hasPrinted: () => boolean,
) => {
  const { globals, hide, err, now, tuneGcForStreaming } = world
  const printed = new Set<string>()
  const hideKeys = (to: Credentials): void => {
    for (const key of keysOf(to)) hide(key)
  }
  const noteOnce = (notice: string | undefined): void => {
    if (notice === undefined || printed.has(notice)) return
    printed.add(notice)
    noteTo(err, notice)
  }
  const demo = lazy(world.startDemo)
  const credentials = lazy(async () => {
    const found = await (world.load?.() ?? loadCredentials(globals, world, demo.get))
    hideKeys(found)
    // A command inside another one leaves them to it.
    if (reportsProblems || world.load) return found
    noteOnce(found.shadowed)
    for (const warning of await loadConfigWarnings(world.env)) noteOnce(warning)
    return found
  })
  const ledger = lazy(async () => {
    const opened = await world.openLedger(await credentials.get())
    noteOnce(opened.notice)
    noteOnce(opened.ledger.notice)
    // The demo server does not list these ids, and no user has added them, so add them here.
    const ids = (await demo.made())?.ids
    for (const kind of KNOWN_KINDS) if (ids) opened.ledger.addIds(kind, ids[kind], 'imported', now())
    return opened
  })
  // An error here occurs again, and is printed, when the command opens the cache.
  const cachedServerTime = async () => (await ledger.get().catch(() => undefined))?.ledger.newestAt()
  const serverDay = createServerDay(now, hasPrinted, cachedServerTime)
  const open = async (to: Credentials, options?: Parameters<World['connect']>[1]): Promise<Client> => {
    hideKeys(to)
    const client = await world.connect(to, options)
    if (globals.isVerbose) printRequests(client.log, err)
    return client
  }
  /** Without a purging wrapper, because the source purges the cache itself. */
  const client = lazy(async () => serverDay.watched(await open(await credentials.get())))
  const source = lazy(async () => {
    const [{ createSource }, own, { ledger: openedLedger, salt }] = await Promise.all([
      import('../../cache/load/source.ts'),
      globals.isOffline ? undefined : client.get(),
      ledger.get(),
    ])
    const isReadOnly = (await credentials.get()).whyReadOnly !== undefined
    return createSource({ client: own, ledger: openedLedger, now, salt, isReadOnly, tuneGcForStreaming })
  })
  const others: OpenedLedger[] = []
  const connect: World['connect'] = async (to, options) =>
    purgingClient(await open(to, options), async () => {
      const other = await world.openLedger(to)
      others.push(other)
      return other.ledger
    })
  const close = async (): Promise<void> => {
    const openedLedger = await ledger.made()
    // The cache may have become unusable since.
    noteOnce(openedLedger?.ledger.notice)
    for (const one of [openedLedger, ...others]) one?.ledger.close()
    const connected = await client.made()
    const skewMs = connected?.clockSkewMs()
    if (skewMs !== undefined && isClockOff(skewMs) && !reportsProblems)
      noteTo(err, `${clockSkewText(skewMs)}, and the server's clock decides the days: correct this machine's clock.`)
    await connected?.close()
    await (await demo.made())?.stop()
  }
  return {
    credentials: credentials.get,
    client: async () => purgingClient(await client.get(), async () => (await ledger.get()).ledger),
    connect,
    source: source.get,
    ledger: ledger.get,
    serverDay,
    salt: async () => Buffer.from((await ledger.get()).salt).toString('hex'),
    close,
  }
}

/** Creates a value at its first use. `made` resolves to it, or to undefined if it was not created. */
const lazy = <Value>(make: () => Promise<Value>) => {
  let value: Promise<Value> | undefined
  const get = (): Promise<Value> => {
    value ??= make()
    return value
  }
  return { get, made: async () => value?.catch(() => undefined) }
}

const loadCredentials = async (
  { profile: named, isReadOnly, isKeyFromStdin, isOffline }: Globals,
  { env, keychain, readInput }: World,
  startDemo: () => Promise<Demo>,
): Promise<Credentials> => {
  const readKey = isKeyFromStdin ? readInput : undefined
  const found = await findCredentials({ env, named, isReadOnly, keychain, readKey })
  if (found.is === 'found') return found.credentials
  if (found.is === 'none') throw usageError(NOTHING_CONFIGURED)
  if (isOffline) throw usageError('The demo has no cached data: remove --offline.')
  return { ...(await startDemo()).credentials, whyReadOnly: isReadOnly ? READ_ONLY_RUN : undefined }
}

/** Masks the keys of a run. `hide` adds another key. */
const createMask = (first: readonly (string | undefined)[]) => {
  const keys = [...first]
  let mask = createKeyRedactor(...keys)
  return {
    redact: (text: string): string => mask(text),
    hide: (key: string): void => {
      keys.push(key)
      mask = createKeyRedactor(...keys)
    },
  }
}

// A shorter text is not a real key, and masking it could garble any response.
const MIN_SECRET_LENGTH = 8

/** Masks keys in texts. A missing key or one that is too short is not masked. */
export const createKeyRedactor = (...keys: readonly (string | undefined)[]): ((text: string) => string) =>
  createRedactor(keys.map((key) => key?.trim() ?? '').filter(({ length }) => length >= MIN_SECRET_LENGTH))

const formatFor = (command: Command, { format }: Globals, world: World): Format => {
  if (format === undefined) return defaultFormat(command, world.isOutputTerminal)
  const { name, formats } = command
  if (formats.includes(format)) return format
  const todo = formats.length === 1 ? 'remove --format or --json' : `use one of ${formats.join(', ')}`
  throw usageError(`qd ${name} cannot print ${format}: ${todo}.`)
}
