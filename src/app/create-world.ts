import { setImmediate } from 'node:timers/promises'
import { SCREEN_NAMES } from '../../screens/kit/screen/names.ts'
import { AppError } from '../base/errors.ts'
import type { World } from '../commands/kit/world.ts'
import { createKeychain } from '../config/keys/keychain.ts'
import { askTerminal } from './ask-terminal.ts'
import { demoCredentials } from './demo-service.ts'
import { endSignal } from './process-signals.ts'
import { writeOutput } from './standard-output.ts'
import { limitYoungGeneration, tuneGcForStreaming } from './v8-flags.ts'

/** Maximum length of standard input, in characters. */
const MAX_INPUT = 65_536

type WorldOptions = {
  version: string
  now: () => number
  explore: World['openExplorer']
}

/** The environment of the commands: this process, its streams and signals. */
export const createWorld = ({ version, now, explore }: WorldOptions): World => {
  const { stdout, stderr, ppid: parent } = process
  let signal: AbortSignal | undefined
  const endedBy = (): AbortSignal => {
    signal ??= endSignal()
    return signal
  }
  return {
    env: process.env,
    now,
    out: writeOutput,
    drained: async () => {
      // Give the event loop a turn even if the buffer is empty: signals arrive, and Node frees used parsers.
      await setImmediate()
      if (!stdout.writableNeedDrain || signal?.aborted) return
      await new Promise<void>((resolve) => {
        stdout.once('drain', resolve)
        // After Ctrl-C, don't wait for a pipe whose reader has stalled.
        signal?.addEventListener('abort', () => resolve(), { once: true })
      })
    },
    tuneGcForStreaming,
    err: (text) => void stderr.write(text),
    isOutputTerminal: stdout.isTTY === true,
    isErrorTerminal: stderr.isTTY === true,
    // Some terminals report 0 if their size is unknown.
    columns: stdout.columns || undefined,
    rows: stdout.rows || undefined,
    messageStreams: () => ({ input: process.stdin, output: stdout }),
    readInput,
    ask: (question) => askTerminal(question, endedBy()),
    askSecret: (question) => askTerminal(question, endedBy(), true),
    keychain: createKeychain({ env: process.env }),
    // Install signal handlers only when a command uses them: the explorer handles signals itself.
    get signal() {
      return endedBy()
    },
    version,
    nodeVersion: process.versions.node,
    connect: async (credentials, options) =>
      (await import('../client/client.ts')).createClient({ credentials, env: process.env, now, ...options }),
    startDemo: async () => {
      const { startService } = await import('../service/start-service.ts')
      const { url, keys, ids, close } = await startService({ demo: {}, now })
      return { credentials: demoCredentials(url, keys.owner), ids, stop: close }
    },
    openLedger: async (credentials) =>
      (await import('./open-own-ledger.ts')).openOwnLedger(credentials, { env: process.env, now, mode: 'write' }),
    saveFile: async (...file) => (await import('./create-outside.ts')).saveFile(...file),
    notifier: async () => (await import('./own-notifier.ts')).createOwnNotifier(process.env),
    keyboard: async () => (await import('./own-keyboard.ts')).ownKeyboard(process.env),
    clipboardPlan: async () => {
      const { createClipboard } = await import('../ui/terminal/clipboard.ts')
      return createClipboard({ env: process.env, write: () => {} }).plan()
    },
    screens: SCREEN_NAMES,
    openExplorer: explore,
    readLink: async (link) =>
      (await import('../../screens/app/navigation/linked-place.ts')).parsePlaceLink(link, now()).profile,
    ...serverPart({ now, version, parent, endedBy }),
  }
}

type ServerPart = Pick<World, 'openServerData' | 'serverDashboard' | 'sync' | 'serve'>
type ServerDeps = Pick<World, 'now' | 'version'> & { parent: number; endedBy: () => AbortSignal }

/** The local service, and the data of a server. */
const serverPart = ({ now, version, parent, endedBy }: ServerDeps): ServerPart => ({
  openServerData: async (...place) => (await import('../service/server-data.ts')).openServerData(...place),
  serverDashboard: async () => {
    const { dashboard, roleSql } = await import('../service/operations/dashboard.ts')
    return { dashboard: dashboard(), roleSql: roleSql() }
  },
  sync: async (settings, progress) => {
    const { runMirror } = await import('./mirror.ts')
    await runMirror(settings, progress, { now, signal: endedBy() })
  },
  serve: async ({ mirror, ...options }, out) => {
    limitYoungGeneration()
    const { keysFromEnvironment, runServe } = await import('../service/run-serve.ts')
    const source = mirror === undefined ? undefined : await (await import('./mirror.ts')).mirrorSource(mirror, now)
    await runServe(
      { ...options, keys: keysFromEnvironment(process.env), mirror: source },
      {
        out,
        err: (text) => void process.stderr.write(text),
        now,
        version,
        signal: endedBy(),
        input: process.stdin,
        isOrphan: () => process.ppid !== parent,
      },
    )
  },
})

const readInput = async (): Promise<string> => {
  const { stdin } = process
  if (stdin.isTTY)
    throw new AppError('usage', 'Standard input is a terminal, which would show the key. Pipe the key into qd.')
  let text = ''
  stdin.setEncoding('utf8')
  for await (const chunk of stdin) {
    text += chunk
    if (text.length > MAX_INPUT)
      throw new AppError('usage', `Standard input has more than ${MAX_INPUT} characters, which is too long for a key.`)
  }
  return text
}
