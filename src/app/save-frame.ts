import type { WriteStream } from 'node:tty'
import type { Env } from '../base/env.ts'
import { beginGeneration, frameGeneration, framesFolderOf, isSameGeneration } from '../base/saved-frames.ts'
import { type Credentials, isDemo } from '../config/credentials.ts'
import { foldersOf } from '../config/folders.ts'
import type { MachineSalt } from '../config/machine-salt.ts'
import { type SavedFrame, writeSavedFrame } from '../ui/terminal/saved-frame.ts'
import type { ShownRows } from '../ui/terminal/terminal-writer.ts'
import type { FirstFrame } from './first-frame.ts'
import { frameIdentity, startOf } from './start-identity.ts'

export type FrameKeeper = {
  /** Stores the current frame, with the links of the screens that the next start would open. */
  take(frame: Pick<SavedFrame, 'head' | 'at'> & { foot: string; links: readonly string[] }): void
  /** Saves the stored frame for the next start, if it was stored with the same links. */
  leave(links: readonly string[]): void
  /** Removes the stored frame, because the server refused the key data that it may show. */
  drop(): void
}

type FrameKeeperOptions = {
  firstFrame: FirstFrame | undefined
  credentials: Credentials | undefined
  machine: MachineSalt | undefined
  /** Name of this run. It marks that a 401 or 403 response of this run deleted the saved frames. */
  run: string
  stdout: WriteStream
  /** The rows on the terminal; undefined if unknown. */
  shown: () => ShownRows | undefined
  env: Env
}

/** Time without another frame before the first one is saved, ms: a start draws several. Later ones are saved at the end. */
const QUIET_MS = 500

/**
 * Saves the frame that the next start shows first. Saves none for a demo, if nothing can be stored, or if the key comes
 * from a keychain or a helper: reading it would take too long to check that a saved frame belongs to the same key.
 */
export const createFrameKeeper = (options: FrameKeeperOptions): FrameKeeper => {
  const { firstFrame, credentials, machine, run, stdout, env } = options
  const isKept = machine?.notice === undefined && credentials?.isKeyQuickToRead === true && !isDemo(credentials)
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
  let taken: { frame: SavedFrame; links: string; generation: string } | undefined
  let timer: NodeJS.Timeout | undefined
  let isWritten = false
  const write = () => {
    clearTimeout(timer)
    if (!taken) return
    isWritten = true
    const now = startOf(process.argv.slice(2), env)
    // If the key, the profile or the configuration has changed, or saved frames were deleted, the next start must not
    // show this frame.
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
    clearTimeout(timer)
    taken = undefined
    isWritten = false
  }
  return {
    take({ head, foot, at, links }) {
      const shown = options.shown()
      if (shown?.columns !== stdout.columns || shown.rows.length !== stdout.rows) return
      const generation = frameGeneration(cacheFile)
      if (!isSameGeneration(baseline, generation, run)) return drop()
      const rows = [...shown.rows.slice(1, -1), foot]
      taken = { frame: { columns: shown.columns, head, rows, at }, links: links.join('\n'), generation }
      clearTimeout(timer)
      if (!isWritten) timer = setTimeout(write, QUIET_MS).unref()
    },
    leave(links) {
      clearTimeout(timer)
      // The next start opens these screens, so the frame must show them.
      if (taken?.links === links.join('\n')) write()
    },
    drop,
  }
}

const noFrameKeeper: FrameKeeper = { take: () => {}, leave: () => {}, drop: () => {} }
