import { existsSync } from 'node:fs'
import type { Env } from '../base/env.ts'
import { framesFolderOf } from '../base/saved-frames.ts'
import { foldersOf } from '../config/folders.ts'
import { loadMachineSalt } from '../config/machine-salt.ts'
import { fit } from '../domain/text/fit.ts'
import { age } from '../domain/text/format.ts'
import { AGE_CELLS, type FrameOwner, readSavedFrame } from '../ui/terminal/saved-frame.ts'
import { frameIdentity, type Start, startOf } from './start-identity.ts'

/** What the launcher has read and drawn before loading the explorer. */
export type FirstFrame = {
  /** What this start depends on. */
  start: Start
  /** The saved frame that is on the terminal; undefined if there was none. */
  picture: Picture | undefined
}

/** The terminal with the saved frame. From now on keys are buffered, not echoed. */
type Picture = {
  rows: readonly string[]
  columns: number
  /** Hands the terminal over to the caller, which must restore it. Returns the bytes typed so far. */
  handOver(): readonly Buffer[]
  /** Restores the terminal. Does nothing after `handOver`. */
  restore(): void
}

const ENTER = '\x1b[?1049h\x1b[?25l\x1b[?2004h'
const LEAVE = '\x1b[m\x1b[?2004l\x1b[?1049l\x1b[?25h'

/** Shows the saved frame of the last run immediately, if there is one that this start may show. Never throws. */
export const showFirstFrame = (): FirstFrame => {
  const { env, argv } = process
  const start = startOf(argv.slice(2), env)
  return { start, picture: showSavedFrame(start, env) }
}

const showSavedFrame = (start: Start, env: Env): Picture | undefined => {
  const { stdin, stdout } = process
  const { cacheFile, saltFile } = foldersOf(env)
  const folder = framesFolderOf(cacheFile)
  // Return early if no frame was ever saved, because loading the salt would create it.
  if (!existsSync(folder) || !stdin.isTTY || !stdout.isTTY || env.TERM === 'dumb') return undefined
  const identity = frameIdentity(start, env)
  if (identity === undefined) return undefined
  const owner: FrameOwner = { folder, identity, salt: loadMachineSalt(saltFile).salt }
  const { columns, rows } = stdout
  const now = Date.now()
  const frame = readSavedFrame(owner, { columns, rows, now })
  if (!frame) return undefined
  const [before, after] = frame.head
  const shown = [`${before}${fit(age(now - frame.at), AGE_CELLS)}${after}`, ...frame.rows]
  const picture = takeTerminal(shown, columns)
  // As one synchronized update, so that no partial frame is visible.
  stdout.write(`\x1b[?2026h${ENTER}\x1b[2J${shown.map((row, y) => `\x1b[${y + 1}H${row}`).join('')}\x1b[?2026l`)
  return picture
}

const takeTerminal = (rows: readonly string[], columns: number): Picture => {
  const { stdin, stdout } = process
  const typed: Buffer[] = []
  const onData = (bytes: Buffer) => void typed.push(bytes)
  let isOurs = true
  const release = () => {
    isOurs = false
    process.off('exit', restore)
    for (const [signal, end] of endings) process.off(signal, end)
    stdin.off('data', onData)
  }
  const restore = () => {
    if (!isOurs) return
    release()
    try {
      stdin.setRawMode(false)
      stdin.pause()
      stdout.write(LEAVE)
    } catch {
      // The terminal has gone.
    }
  }
  const endings = Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const).map(
    ([signal, status]) => [signal, () => process.exit(status)] as const,
  )
  for (const [signal, end] of endings) process.on(signal, end)
  process.on('exit', restore)
  stdin.setRawMode(true)
  stdin.on('data', onData)
  return {
    rows,
    columns,
    handOver() {
      if (isOurs) release()
      return typed
    },
    restore,
  }
}
