import { AppError } from '../../base/errors.ts'
import type { Source } from '../../cache/load/source.ts'
import type { Client } from '../../client/client.ts'
import { createRedactor } from '../../client/redact.ts'
import { type Credentials, credentialsFromEnv, parseApiKey } from '../../config/credentials.ts'
import { isClockOff, skewWords } from '../../domain/text/clock-skew.ts'
import type { Command, Deps } from './command.ts'
import type { Globals } from './globals.ts'
import { noteTo } from './note.ts'
import type { Format } from './output-format.ts'
import { followRequests } from './verbose.ts'
import type { OpenedLedger, World } from './world.ts'

/** What a command works with, and how to close it. */
export type OwnedDeps = { deps: Deps; close: () => Promise<void> }

/** Makes what a command works with. Everything it writes passes the redactor first, whatever it is. */
export const createDeps = (command: Command, globals: Globals, world: World): OwnedDeps => {
  let redact = createKeyRedactor(world.env.QUARTERDECK_API_KEY)
  let found: Promise<Credentials> | undefined
  let connected: Promise<Client> | undefined
  const err = (text: string): void => world.err(redact(text))

  const credentials = (): Promise<Credentials> => {
    found ??= findCredentials(globals, world).then((result) => {
      redact = createKeyRedactor(result.apiKey)
      return result
    })
    return found
  }
  const client = (): Promise<Client> => {
    connected ??= credentials()
      .then(world.connect)
      .then((made) => {
        if (globals.isVerbose) followRequests(made.log, err)
        return made
      })
    return connected
  }
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
        return made
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
      globals.isOffline ? undefined : client(),
      ledger(),
    ])
    return createSource({ client: own, ledger: kept, now: world.now, salt })
  }
  const close = async (): Promise<void> => {
    const kept = await opened?.catch(() => undefined)
    // The ledger may have been found damaged since.
    tellNotice(kept?.ledger.notice)
    kept?.ledger.close()
    const made = await connected?.catch(() => undefined)
    const skewMs = made?.clockSkewMs()
    if (skewMs !== undefined && isClockOff(skewMs) && !command.tellsClock)
      noteTo(err, `${skewWords(skewMs)}: "yesterday" may be another day there.`)
    await made?.close()
  }
  const { connect: _connect, openLedger: _openLedger, ...rest } = world
  return {
    deps: {
      ...rest,
      out: (text) => world.out(redact(text)),
      err,
      redact: (text) => redact(text),
      globals,
      format: formatFor(command, globals, world),
      credentials,
      client,
      source,
      salt: async () => Buffer.from((await ledger()).salt).toString('hex'),
    },
    close,
  }
}

// Anything shorter may occur in any answer, and is no real key.
const SHORTEST_SECRET = 8

/** Masks a key in texts; one that is missing or too short to be one leaves them as they are. */
export const createKeyRedactor = (key: string | undefined): ((text: string) => string) => {
  const secret = key?.trim() ?? ''
  return createRedactor(secret.length >= SHORTEST_SECRET ? [secret] : [])
}

const formatFor = ({ name, formats, pipeFormat = 'json' }: Command, { format }: Globals, world: World): Format => {
  if (format === undefined) return world.isOutputTerminal ? (formats[0] ?? 'json') : pipeFormat
  if (formats.includes(format)) return format
  throw new AppError('usage', `qd ${name} does not print ${format}: choose from ${formats.join(', ')}.`)
}

const findCredentials = async ({ isKeyOnInput }: Globals, { env, readInput }: World): Promise<Credentials> => {
  const key = isKeyOnInput ? parseApiKey(await readInput(), '--key-stdin') : undefined
  const found = credentialsFromEnv(key === undefined ? env : { ...env, QUARTERDECK_API_KEY: key })
  if (found === undefined) throw new AppError('usage', NOTHING_CONFIGURED)
  return key === undefined ? found : { ...found, keySource: '--key-stdin' }
}

/** What to do when no organisation is configured. */
const NOTHING_CONFIGURED =
  'No organisation is configured: set QUARTERDECK_BASE_URL and QUARTERDECK_API_KEY, look at a made-up one with qd demo, or run one with qd serve --demo.'
