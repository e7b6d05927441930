import { setFlagsFromString } from 'node:v8'
import type { FirstFrame } from './app/first-frame.ts'
import type { ExplorerOptions } from './commands/kit/world.ts'

declare const QUARTERDECK_VERSION: string

const argv = process.argv.slice(2)
const now = () => Date.now()

/** Tells that standard output could not be written, and ends the process. */
let complaint: Promise<void> | undefined

process.stdout.on('error', ({ code = 'an error' }: NodeJS.ErrnoException) => {
  // A pipe whose reader has left (`qd … | head`) is no failure, nor is a terminal that has gone; all else is, as the results
  // are lost.
  if (code === 'EPIPE' || (code === 'EIO' && process.stdout.isTTY)) process.exit(process.exitCode ?? 0)
  complaint ??= import('./app/standard-output.ts').then(({ outputComplaint }) => {
    process.stderr.write(`${outputComplaint(code)}\n`)
    process.exit(1)
  })
})

/** What was shown before this was loaded; the first explorer goes on with it. */
let firstFrame: FirstFrame | undefined

const explore = async (options: ExplorerOptions): Promise<void> => {
  try {
    await openExplorers(options)
  } catch (error) {
    // What is said of it is to stand on the terminal as it was.
    firstFrame?.picture?.restore()
    throw error
  }
}

/** The explorer alone: nothing that talks HTTP or parses arguments is loaded before its first frame. */
const openExplorers = async (options: ExplorerOptions): Promise<void> => {
  // Young objects get 1 MB, not up to 48: an explorer that stays open all day makes few, and this saves a fifth of its
  // memory at no cost in time [measured].
  setFlagsFromString('--semi-space-growth-factor=1')
  // WebAssembly (Ink's layout) is small and runs little: compiling it again with V8's optimising compiler takes 9 MB that are
  // never given back, and makes it no faster [measured].
  setFlagsFromString('--liftoff-only')
  // Of what a key runs, V8's slow compiler would go on compiling the whole time until the ten-thousandth key: that is a quarter of
  // what a key costs and saves less than the quick one already does. Loops over many rows are compiled as ever [measured].
  setFlagsFromString('--invocation-count-for-turbofan=30000')
  const [{ openExplorer }, { findCredentials }, { createKeychain }] = await Promise.all([
    import('./app/explorer.tsx'),
    import('./config/keys/find-credentials.ts'),
    import('./config/keys/keychain.ts'),
  ])
  const { env } = process
  const { demo, profile: named, isReadOnly } = options
  const keychain = createKeychain({ env })
  const found = demo ? undefined : await findCredentials({ env, named, isReadOnly, keychain })
  const credentials = found?.is === 'found' ? found.credentials : undefined
  let next = await openExplorer({ ...options, credentials, env, now, keychain, firstFrame })
  // Another profile is another explorer: nothing of the one before is left in it.
  while (next) next = await openExplorer({ ...options, ...next, link: undefined, demo: undefined, env, now, keychain })
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
    // Somebody waits at a Tab: nothing of the commands is loaded.
    if (argv[0] === 'completion' && (argv[1] === '--words' || argv[1] === '--line')) {
      const { complete } = await import('./app/complete.ts')
      process.stdout.write(await complete(argv.slice(1), process.env))
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
    const [{ errorLines }, { createKeyRedactor }, { exitCodeFor }] = await Promise.all([
      import('./commands/report-error.ts'),
      import('./commands/kit/deps.ts'),
      import('./base/errors.ts'),
    ])
    process.stderr.write(errorLines(error, createKeyRedactor(process.env.QUARTERDECK_API_KEY)))
    return exitCodeFor(error)
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
      await complaint
      process.exit()
    }),
  )
}
