// The first code that runs, on any Node version. It must also parse on old ones: it reports the required version
// before it loads anything that needs a newer one.
import { existsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { hideSqliteWarning } from './base/hide-sqlite-warning.ts'
import { createOwnFolder } from './base/own-folder.ts'
import { framesFolderOf } from './base/saved-frames.ts'
import { foldersOf } from './config/folders.ts'

declare const QUARTERDECK_VERSION: string

/**
 * Enables Node's compile cache on disk, which saves compile time from the second start on. Node executes what it reads
 * there, so the folder must belong to this user. Node's default is a folder in /tmp, which any user may have created.
 */
const enableCodeCache = () => {
  try {
    const { codeFolder, cacheFile } = foldersOf(process.env)
    // The compile cache of a file stores what its first run compiled and is never extended. A start with a saved frame
    // runs other code than a start without one, so the two have separate folders.
    const folder = join(codeFolder, existsSync(framesFolderOf(cacheFile)) ? 'again' : 'first')
    for (const own of [codeFolder, folder]) createOwnFolder(own)
    process.getBuiltinModule('node:module').enableCompileCache(folder)
  } catch {
    // Without the folder, Node compiles on each start. The data cache is next to it and reports the cause.
  }
}

/** Prints the version without loading anything more, not even Node's streams; false if the write fails. */
const printVersion = (): boolean => {
  try {
    writeSync(1, `${QUARTERDECK_VERSION}\n`)
    return true
  } catch {
    return false
  }
}

const [group, command, ...options] = process.argv.slice(2)
/** An agent waits for the hook, and some exit statuses would block the agent: the hook takes a separate path. */
const isHook = group === 'hooks' && command === 'notify' && !options.includes('--help') && !options.includes('-h')
/** Whether a shell requests completions. */
const isTab = group === 'completion' && (command === '--words' || command === '--line')
/** A status bar runs this every few seconds. */
const isStatus = group === 'status'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `quarterdeck needs Node 22.19 or newer, but this is ${process.versions.node}: install a newer Node, or use npm start in its repository, which includes one.\n`,
  )
  process.exit(isHook ? 0 : 1)
} else if (!(group === '--version' && command === undefined && printVersion())) {
  // In variables, so that TypeScript does not resolve them: the bundles exist only after the build.
  const [hook, tab, status] = ['./hooks-notify.js', './complete.js', './status.js']
  const [main, firstFrame] = ['./main.js', './first-frame.js']
  hideSqliteWarning()
  // Compiling the small bundles is faster than a lookup in the compile cache.
  if (!isHook && !isStatus) enableCodeCache()
  const start = (frame?: unknown) => import(main).then((program) => program.main(frame))
  const startUncached = () => {
    enableCodeCache()
    return start()
  }
  // Without a command, the explorer opens. Its first frame is a small bundle, shown before the rest is loaded.
  const mayExplore = group === undefined || (group.startsWith('--') && group !== '--version' && group !== '--help')
  if (isHook) import(hook)
  else if (isStatus) import(status).then(({ printStatus }) => printStatus(process.argv.slice(3)) || startUncached())
  else if (isTab) import(tab).then(({ printCompletions }) => printCompletions(process.argv.slice(3)))
  else if (mayExplore) import(firstFrame).then(({ showFirstFrame }) => start(showFirstFrame()))
  else start()
}
