import type { WriteStream } from 'node:tty'
import type { Env } from '../base/env.ts'
import { framesFolderOf } from '../base/kept-frames.ts'
import { type Credentials, isDemo } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import type { MachineSalt } from '../config/machine-salt.ts'
import { type KeptFrame, writeKeptFrame } from '../ui/terminal/kept-frame.ts'
import { shownRowsOn } from '../ui/terminal/shown-rows.ts'
import type { FirstFrame } from './first-frame.ts'
import { startIdentity } from './start-identity.ts'

export type FrameKeeper = {
  /** Takes what stands on the terminal, as a start with these links open is to show it: see {@link KeptFrame}. */
  take(frame: Pick<KeptFrame, 'head' | 'at'> & { foot: string; links: readonly string[] }): void
  /** Keeps what was taken last for the next start, which opens these links, where it was taken with them. */
  leave(links: readonly string[]): void
}

type FrameKeeperOptions = {
  firstFrame: FirstFrame | undefined
  credentials: Credentials | undefined
  machine: MachineSalt | undefined
  stdout: WriteStream
  env: Env
}

/** How long nothing new is taken before the first one is written, ms: a start draws several. Later ones are written at the end. */
const REST_MS = 500

/**
 * Keeps the picture that the next start shows first. None is kept of a demo, where nothing can be kept at all, and of a profile whose
 * key a program of the user's tells: it may ask for something on the terminal meanwhile.
 */
export const createFrameKeeper = (options: FrameKeeperOptions): FrameKeeper => {
  const { firstFrame, credentials, machine, stdout, env } = options
  const isKept = machine?.notice === undefined && credentials !== undefined && !isDemo(credentials)
  if (!firstFrame || !machine || !isKept || credentials.keySource.startsWith('the helper')) return keepNone
  const folder = framesFolderOf(foldersOf(env).cacheFile)
  let taken: { frame: KeptFrame; links: string } | undefined
  let rest: NodeJS.Timeout | undefined
  let isWritten = false
  const write = () => {
    clearTimeout(rest)
    if (!taken) return
    isWritten = true
    try {
      const identity = startIdentity(process.argv.slice(2), env)
      writeKeptFrame({ folder, identity, salt: machine.salt }, taken.frame)
    } catch {
      // The next start draws by itself.
    }
  }
  return {
    take({ head, foot, at, links }) {
      const shown = shownRowsOn(stdout)
      if (shown?.columns !== stdout.columns || shown.rows.length !== stdout.rows) return
      const rows = [...shown.rows.slice(1, -1), foot]
      taken = { frame: { columns: shown.columns, head, rows, at }, links: links.join('\n') }
      clearTimeout(rest)
      if (!isWritten) rest = setTimeout(write, REST_MS).unref()
    },
    leave(links) {
      clearTimeout(rest)
      // What was open, which has just been written down, is part of what the next start is told.
      if (taken?.links === links.join('\n')) write()
    },
  }
}

const keepNone: FrameKeeper = { take: () => {}, leave: () => {} }
