import type { WriteStream } from 'node:tty'
import type { Env } from '../base/env.ts'
import { beginGeneration, frameGeneration, framesFolderOf } from '../base/saved-frames.ts'
import { type Credentials, isDemo } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import type { MachineSalt } from '../config/machine-salt.ts'
import { type SavedFrame, writeSavedFrame } from '../ui/terminal/saved-frame.ts'
import type { ShownRows } from '../ui/terminal/terminal-writer.ts'
import type { FirstFrame } from './first-frame.ts'
import { frameIdentity, startOf } from './start-identity.ts'

export type FrameKeeper = {
  /** Stores the frame on the terminal, for a start with these links: see {@link KeptFrame}. */
  take(frame: Pick<SavedFrame, 'head' | 'at'> & { foot: string; links: readonly string[] }): void
  /** Saves the stored frame for the next start, which opens these links, if it was stored with the same links. */
  leave(links: readonly string[]): void
  /** Removes the stored frame, because the server refused the key data that it may show. */
  drop(): void
}

type FrameKeeperOptions = {
  firstFrame: FirstFrame | undefined
  credentials: Credentials | undefined
  machine: MachineSalt | undefined
  /** Name of this run, under which its own 401 and 403 responses delete saved frames. */
  run: string
  stdout: WriteStream
  /** The rows on the terminal; undefined if unknown. */
  shown: () => ShownRows | undefined
  env: Env
}

/** Quiet time before the first frame is written, ms: a start draws several. Later ones are written at the end. */
const REST_MS = 500

/**
 * Saves the frame that the next start shows first. Saves none for a demo, if nothing can be stored, or if the key comes
 * neither from the environment nor from a file: the next start could then not compare keys in time.
 */
export const createFrameKeeper = (options: FrameKeeperOptions): FrameKeeper => {
  const { firstFrame, credentials, machine, run, stdout, env } = options
  const isKept = machine?.notice === undefined && credentials?.isKeyAtHand === true && !isDemo(credentials)
  if (!firstFrame || !machine || !isKept) return noFrameKeeper
  const { cacheFile } = foldersOf(env)
  const folder = framesFolderOf(cacheFile)
  const { start } = firstFrame
  let baseline = start.generation
  if (baseline === '') {
    try {
      if (beginGeneration(cacheFile)) baseline = frameGeneration(cacheFile)
    } catch {
      return noFrameKeeper
    }
  }
  /**
   * Whether no other run has deleted saved frames since the start. This run no longer shows data that its own requests
   * were refused.
   */
  const isOwn = (generation: string): boolean =>
    baseline !== '' &&
    generation.startsWith(baseline) &&
    generation
      .slice(baseline.length)
      .split('\n')
      .every((by) => by === run || by === '')
  let taken: { frame: SavedFrame; links: string; generation: string } | undefined
  let rest: NodeJS.Timeout | undefined
  let isWritten = false
  const write = () => {
    clearTimeout(rest)
    if (!taken) return
    isWritten = true
    const now = startOf(process.argv.slice(2), env)
    // The key, profile or configuration has changed, or saved frames were deleted: the next start shows something else.
    if (now.basis !== start.basis || now.generation !== taken.generation) return
    const identity = frameIdentity(now, env)
    if (identity === undefined) return
    try {
      writeSavedFrame({ folder, identity, salt: machine.salt }, taken.frame)
    } catch {
      // The next start has no saved frame.
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
      // The open screens, which were just stored, are part of the next start.
      if (taken?.links === links.join('\n')) write()
    },
    drop,
  }
}

const noFrameKeeper: FrameKeeper = { take: () => {}, leave: () => {}, drop: () => {} }
