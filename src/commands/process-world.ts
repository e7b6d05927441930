import { AppError } from '../errors.ts'
import type { World } from './world.ts'

/** What main hands in, as commands may not reach for it. */
export type WorldParts = Pick<World, 'version' | 'screens' | 'openExplorer' | 'serve'>

/** Most bytes of standard input that are read: a key is far shorter. */
const MOST_INPUT_BYTES = 64 * 1024

/** The world of the running process. Listens for Ctrl-C and for a reader that goes away. */
export const createProcessWorld = (parts: WorldParts): World => {
  const interruption = new AbortController()
  // The second Ctrl-C finds nobody listening and ends the process.
  process.once('SIGINT', () => interruption.abort())
  // Whoever read the output has seen enough (`qd … | head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'EIO') process.exit(0)
    throw error
  })
  process.stderr.on('error', () => {})
  return {
    ...parts,
    env: process.env,
    now: Date.now,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isOutputTerminal: process.stdout.isTTY === true,
    isErrorTerminal: process.stderr.isTTY === true,
    // A terminal that does not know its size says 0.
    columns: process.stdout.columns || undefined,
    rows: process.stdout.rows || undefined,
    readInput,
    signal: interruption.signal,
    nodeVersion: process.versions.node,
    connect: async (credentials) => {
      const { createClient } = await import('../client/client.ts')
      return createClient({ credentials })
    },
  }
}

const readInput = async (): Promise<string> => {
  // Typed there, a key would stand on the screen.
  if (process.stdin.isTTY)
    throw new AppError('usage', '--key-stdin reads a pipe and standard input is a terminal: pipe the key into qd.')
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    pieces.push(piece)
    sizeBytes += piece.length
    if (sizeBytes > MOST_INPUT_BYTES)
      throw new AppError(
        'usage',
        'Standard input holds more than an API key: give --key-stdin the key and nothing else.',
      )
  }
  return Buffer.concat(pieces).toString('utf8')
}
