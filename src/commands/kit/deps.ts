import { AppError } from '../../base/errors.ts'
import { KNOWN_KINDS } from '../../cache/ledger/ledger.ts'
import { purgingClient } from '../../cache/load/kit/purging-client.ts'
import type { Source } from '../../cache/load/source.ts'
import type { Client } from '../../client/client.ts'
import { createRedactor } from '../../client/redact.ts'
import { type Credentials, READ_ONLY_RUN } from '../../config/credentials.ts'
import { findCredentials, NOTHING_CONFIGURED } from '../../config/keys/find-credentials.ts'
import { isClockOff, skewWords } from '../../domain/text/time-text.ts'
import type { Command, Deps } from './command.ts'
import type { Globals } from './globals.ts'
import { followRequests, noteTo } from './notes.ts'
import type { Format } from './output-format.ts'
import { createServerDay } from './server-day.ts'
import type { Demo, OpenedLedger, World } from './world.ts'

/** What a command works with, and how to close it. */
export type OwnedDeps = { deps: Deps; close: () => Promise<void> }

/** Makes what a command works with. Everything it writes passes the redactor first, whatever it is. */
export const createDeps = (command: Command, globals: Globals, world: World): OwnedDeps => {
  const keys = [world.env.QUARTERDECK_API_KEY]
  let redact = createKeyRedactor(...keys)
  const hide = (key: string): void => {
    keys.push(key)
    redact = createKeyRedactor(...keys)
  }
  let hasPrinted = false
  const serverDay = createServerDay(
    world.now,
    () => hasPrinted,
    // What fails here fails again, and is printed, when the command opens the cache.
    () =>
      ledger().then(
        ({ ledger: { newestAt } }) => newestAt(),
        () => undefined,
      ),
  )
  const print = (text: string): void => {
    hasPrinted = true
    world.out(text)
  }
  let found: Promise<Credentials> | undefined
  let demo: Promise<Demo> | undefined
  let connected: Promise<Client> | undefined
  const err = (text: string): void => world.err(redact(text))

  const ownCredentials = async (): Promise<Credentials> => {
    const { env, keychain } = world
    const { profile: named, isReadOnly, isKeyOnInput } = globals
    const readKey = isKeyOnInput ? world.readInput : undefined
    const result = await findCredentials({ env, named, isReadOnly, keychain, readKey })
    if (result.is === 'found') return result.credentials
    if (result.is === 'none') throw new AppError('usage', NOTHING_CONFIGURED)
    if (globals.isOffline)
      throw new AppError(
        'usage',
        'The demo is made up anew each time, and --offline shows what was kept: leave it out.',
      )
    demo ??= world.startDemo()
    return { ...(await demo).credentials, whyReadOnly: isReadOnly ? READ_ONLY_RUN : undefined }
  }
  const credentials = (): Promise<Credentials> => {
    found ??= ownCredentials().then((result) => {
      hide(result.apiKey)
      if (!command.tellsTrouble) tellNotice(result.shadowed)
      return result
    })
    return found
  }
  const open = async (to: Credentials): Promise<Client> => {
    hide(to.apiKey)
    const made = await world.connect(to)
    if (globals.isVerbose) followRequests(made.log, err)
    return made
  }
  /** The client that the source purges by itself. */
  const ownClient = (): Promise<Client> => {
    connected ??= credentials().then(open).then(serverDay.watched)
    return connected
  }
  const client = async (): Promise<Client> => purgingClient(await ownClient(), async () => (await ledger()).ledger)
  const others: OpenedLedger[] = []
  const connect = async (to: Credentials): Promise<Client> =>
    purgingClient(await open(to), async () => {
      const other = await world.openLedger(to)
      others.push(other)
      return other.ledger
    })
  let toldNotice: string | undefined
  const tellNotice = (notice: string | undefined): void => {
    if (notice === undefined || notice === toldNotice) return
    toldNotice = notice
    noteTo(err, notice)
  }
  let opened: Promise<OpenedLedger> | undefined
  const ledger = (): Promise<OpenedLedger> => {
    opened ??= credentials()
      .then(world.openLedger)
      .then((made) => {
        tellNotice(made.notice)
        tellNotice(made.ledger.notice)
        return demo ? demo.then(({ ids }) => withIds(made, ids, world.now())) : made
      })
    return opened
  }
  let loading: Promise<Source> | undefined
  const source = (): Promise<Source> => {
    loading ??= openSource()
    return loading
  }
  const openSource = async (): Promise<Source> => {
    const [{ createSource }, own, { ledger: kept, salt }] = await Promise.all([
      import('../../cache/load/source.ts'),
      globals.isOffline ? undefined : ownClient(),
      ledger(),
    ])
    return createSource({
      client: own,
      ledger: kept,
      now: world.now,
      salt,
      isReadOnly: (await credentials()).whyReadOnly !== undefined,
    })
  }
  const close = async (): Promise<void> => {
    const kept = await opened?.catch(() => undefined)
    // The ledger may have been found damaged since.
    tellNotice(kept?.ledger.notice)
    for (const one of [kept, ...others]) one?.ledger.close()
    const made = await connected?.catch(() => undefined)
    const skewMs = made?.clockSkewMs()
    if (skewMs !== undefined && isClockOff(skewMs) && !command.tellsTrouble)
      noteTo(err, `${skewWords(skewMs)}, whose days count: set it right.`)
    await made?.close()
    await (await demo?.catch(() => undefined))?.stop()
  }
  const { startDemo: _startDemo, openLedger: _openLedger, ...rest } = world
  return {
    deps: {
      ...rest,
      out: (text) => print(redact(text)),
      outMasked: print,
      err,
      hide,
      redact: (text) => redact(text),
      globals,
      format: formatFor(command, globals, world),
      credentials,
      connect,
      client,
      source,
      serverDay,
      salt: async () => Buffer.from((await ledger()).salt).toString('hex'),
    },
    close,
  }
}

/** The made-up organisation has nobody who could have added the ids that its server does not list. */
const withIds = (opened: OpenedLedger, ids: Demo['ids'], now: number): OpenedLedger => {
  for (const kind of KNOWN_KINDS) opened.ledger.addIds(kind, ids[kind], 'imported', now)
  return opened
}

// Anything shorter may occur in any answer, and is no real key.
const SHORTEST_SECRET = 8

/** Masks keys in texts; one that is missing or too short to be one leaves them as they are. */
export const createKeyRedactor = (...keys: readonly (string | undefined)[]): ((text: string) => string) =>
  createRedactor(keys.map((key) => key?.trim() ?? '').filter(({ length }) => length >= SHORTEST_SECRET))

const formatFor = ({ name, formats, pipeFormat }: Command, { format }: Globals, world: World): Format => {
  const [first = 'json'] = formats
  const piped = pipeFormat ?? (formats.includes('json') ? 'json' : first)
  if (format === undefined) return world.isOutputTerminal ? first : piped
  if (formats.includes(format)) return format
  throw new AppError('usage', `qd ${name} does not print ${format}: choose from ${formats.join(', ')}.`)
}
