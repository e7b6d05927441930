import type { WriteStream } from 'node:tty'
import type { Env } from '../base/env.ts'
import { beginGeneration, frameGeneration, framesFolderOf } from '../base/kept-frames.ts'
import { type Credentials, isDemo } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import type { MachineSalt } from '../config/machine-salt.ts'
import { type KeptFrame, writeKeptFrame } from '../ui/terminal/kept-frame.ts'
import type { ShownRows } from '../ui/terminal/terminal-writer.ts'
import type { FirstFrame } from './first-frame.ts'
import { pictureIdentity, startOf } from './start-identity.ts'

export type FrameKeeper = {
  /** Takes what stands on the terminal, as a start with these links open is to show it: see {@link KeptFrame}. */
  take(frame: Pick<KeptFrame, 'head' | 'at'> & { foot: string; links: readonly string[] }): void
  /** Keeps what was taken last for the next start, which opens these links, where it was taken with them. */
  leave(links: readonly string[]): void
  /** Drops what was taken: the server has refused the key something that may stand in it. */
  drop(): void
}

type FrameKeeperOptions = {
  firstFrame: FirstFrame | undefined
  credentials: Credentials | undefined
  machine: MachineSalt | undefined
  /** Name of this run, under which its own refusals delete pictures. */
  run: string
  stdout: WriteStream
  /** The rows on the terminal; undefined when unknown. */
  shown: () => ShownRows | undefined
  env: Env
}

/** How long nothing new is taken before the first one is written, ms: a start draws several. Later ones are written at the end. */
const REST_MS = 500

/**
 * Keeps the picture that the next start shows first. None is kept of a demo, where nothing can be kept at all, and of a key that the
 * next start does not find in the environment or in a file: it could not know in time whether it has the same one.
 */
export const createFrameKeeper = (options: FrameKeeperOptions): FrameKeeper => {
  const { firstFrame, credentials, machine, run, stdout, env } = options
  const isKept = machine?.notice === undefined && credentials?.isKeyAtHand === true && !isDemo(credentials)
  if (!firstFrame || !machine || !isKept) return keepNone
  const { cacheFile } = foldersOf(env)
  const folder = framesFolderOf(cacheFile)
  const { start } = firstFrame
  let baseline = start.generation
  if (baseline === '') {
    try {
      if (beginGeneration(cacheFile)) baseline = frameGeneration(cacheFile)
    } catch {
      return keepNone
    }
  }
  /** Whether pictures were deleted since the start by no other run: this one no longer shows what its own refusals are about. */
  const isOwn = (generation: string): boolean =>
    baseline !== '' &&
    generation.startsWith(baseline) &&
    generation
      .slice(baseline.length)
      .split('\n')
      .every((by) => by === run || by === '')
  let taken: { frame: KeptFrame; links: string; generation: string } | undefined
  let rest: NodeJS.Timeout | undefined
  let isWritten = false
  const write = () => {
    clearTimeout(rest)
    if (!taken) return
    isWritten = true
    const now = startOf(process.argv.slice(2), env)
    // Another key, profile or configuration has come meanwhile, or pictures were deleted: the next start shows something else.
    if (now.basis !== start.basis || now.generation !== taken.generation) return
    const identity = pictureIdentity(now, env)
    if (identity === undefined) return
    try {
      writeKeptFrame({ folder, identity, salt: machine.salt }, taken.frame)
    } catch {
      // The next start draws by itself.
    }
  }
  const drop = () => {
    clearTimeout(rest)
    taken = undefined
    isWritten = false
  }
  return {
    take({ head, foot, at, links }) {
      const shown = options.shown()
      if (shown?.columns !== stdout.columns || shown.rows.length !== stdout.rows) return
      const generation = frameGeneration(cacheFile)
      if (!isOwn(generation)) return drop()
      const rows = [...shown.rows.slice(1, -1), foot]
      taken = { frame: { columns: shown.columns, head, rows, at }, links: links.join('\n'), generation }
      clearTimeout(rest)
      if (!isWritten) rest = setTimeout(write, REST_MS).unref()
    },
    leave(links) {
      clearTimeout(rest)
      // What was open, which has just been written down, is part of what the next start is told.
      if (taken?.links === links.join('\n')) write()
    },
    drop,
  }
}

const keepNone: FrameKeeper = { take: () => {}, leave: () => {}, drop: () => {} }
