import type { FirstFrame } from './app/first-frame.ts'
import { setExplorerFlags } from './app/v8-flags.ts'
import type { ExplorerOptions } from './commands/kit/world.ts'

declare const QUARTERDECK_VERSION: string

const argv = process.argv.slice(2)
const now = () => Date.now()

/** Tells that standard output could not be written, and ends the process. */
let problem: Promise<void> | undefined

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A pipe whose reader has left (`qd … | head`) is no failure, nor is a terminal that has gone; all else is, as the results
  // are lost.
  if (error.code === 'EPIPE' || (error.code === 'EIO' && process.stdout.isTTY)) process.exit(process.exitCode ?? 0)
  problem ??= import('./app/standard-output.ts').then(({ hasWriteFailed, outputProblem }) => {
    if (!hasWriteFailed()) process.stderr.write(`${outputProblem(error)}\n`)
    process.exit(1)
  })
})

/** What was shown before this was loaded; the first explorer goes on with it. */
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
    const { tellError } = await import('./app/tell-error.ts')
    return tellError(error)
  }
}

/** Does what the words behind the program's name say and ends the process. @param frame - What the launcher has shown already. */
export const main = async (frame?: FirstFrame): Promise<void> => {
  firstFrame = frame
  const status = await run()
  // Exits although connections or timers are open, which nobody needs any more, but not before standard output is written.
  process.exitCode ??= status
  // The `error` event of a failed write comes a tick later: exiting at once would be exiting with 0.
  process.stdout.write('', () =>
    setImmediate(async () => {
      await problem
      process.exit()
    }),
  )
}
