import type { FirstFrame } from './app/first-frame.ts'
import { setExplorerFlags } from './app/v8-flags.ts'
import type { ExplorerOptions } from './commands/kit/world.ts'

declare const QUARTERDECK_VERSION: string

const argv = process.argv.slice(2)
const now = () => Date.now()

/** The pending report of a failed write to standard output. It ends the process. */
let problem: Promise<void> | undefined

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A pipe whose reader has exited (`qd … | head`) or a closed terminal is not a failure. Any other write error is,
  // because results are lost.
  if (error.code === 'EPIPE' || (error.code === 'EIO' && process.stdout.isTTY)) process.exit(process.exitCode ?? 0)
  problem ??= import('./app/standard-output.ts').then(({ hasWriteFailed, outputProblem }) => {
    if (!hasWriteFailed()) process.stderr.write(`${outputProblem(error)}\n`)
    process.exit(1)
  })
})

/** The frame that the launcher has shown already; the first explorer continues with it. */
let firstFrame: FirstFrame | undefined

const explore = async (options: ExplorerOptions): Promise<void> => {
  setExplorerFlags()
  const explorer = await import('./app/explore.ts')
  const status = await explorer.explore(options, firstFrame)
  if (status !== 0) process.exitCode = status
}

const runCommands = async (): Promise<number> => {
  const [{ runCommandLine }, { createWorld }] = await Promise.all([
    import('./commands/index.ts'),
    import('./app/create-world.ts'),
  ])
  return runCommandLine(argv, createWorld({ version: QUARTERDECK_VERSION, now, explore }))
}

const run = async (): Promise<number> => {
  try {
    if (argv.length === 1 && argv[0] === '--version') {
      process.stdout.write(`${QUARTERDECK_VERSION}\n`)
      return 0
    }
    if (argv.length > 0) return await runCommands()
    await explore({
      screen: undefined,
      isRestoring: true,
      profile: undefined,
      demo: undefined,
      isReadOnly: false,
      isAscii: false,
      hasColor: true,
      isOffline: false,
    })
    return 0
  } catch (error) {
    const { printError } = await import('./app/print-error.ts')
    return printError(error)
  }
}

/**
 * Runs the command line and ends the process.
 *
 * @param frame - The frame that the launcher has shown already.
 */
export const main = async (frame?: FirstFrame): Promise<void> => {
  firstFrame = frame
  const status = await run()
  // Exits despite open connections or timers, but only after standard output is written.
  process.exitCode ??= status
  // The `error` event of a failed write comes one tick later: an exit right away would have status 0.
  process.stdout.write('', () =>
    setImmediate(async () => {
      await problem
      process.exit()
    }),
  )
}
