// The first code that runs, on whatever Node there is: it has to parse on old ones, says what is needed before
// anything newer is read, and loads the rest.
import { existsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { framesFolderOf } from './base/kept-frames.ts'
import { makeOwnFolder } from './base/own-folder.ts'
import { foldersOf } from './config/folders.ts'

declare const QUARTERDECK_VERSION: string

/**
 * Lets Node keep compiled code on disk, which saves the compiler's time from the second start on. What is read there is run: it
 * has to be a folder of ours, as Node's own choice is one in /tmp, which anybody may have made.
 */
const keepCompiledCode = () => {
  try {
    const { codeFolder, cacheFile } = foldersOf(process.env)
    // What the first run compiled of a file is kept, and never added to: where there is something to show from the start on, that
    // is other code than where there was nothing yet.
    const folder = join(codeFolder, existsSync(framesFolderOf(cacheFile)) ? 'again' : 'first')
    for (const own of [codeFolder, folder]) makeOwnFolder(own)
    process.getBuiltinModule('node:module').enableCompileCache(folder)
  } catch {
    // Then it is compiled anew every time. What else is kept beside it tells people why.
  }
}

/** Tells the version without loading anything more, not even Node's streams; false where it cannot be written so. */
const tellVersion = (): boolean => {
  try {
    writeSync(1, `${QUARTERDECK_VERSION}\n`)
    return true
  } catch {
    return false
  }
}

const [group, command, ...options] = process.argv.slice(2)
/** An agent waits for this one, and would be blocked by some of its statuses: it gets a way of its own, past all that others need. */
const isHook = group === 'hooks' && command === 'notify' && !options.includes('--help') && !options.includes('-h')
/** A shell asks what could stand where a Tab was pressed. */
const isTab = group === 'completion' && (command === '--words' || command === '--line')

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `quarterdeck needs Node 22.19 or newer and this is ${process.versions.node}: install a newer Node, or use npm start in its repository, which brings one.\n`,
  )
  process.exit(isHook ? 0 : 1)
} else if (!(group === '--version' && command === undefined && tellVersion())) {
  // Names that TypeScript does not resolve: the bundles exist after the build only.
  const [hook, tab, main, firstFrame] = ['./hooks-notify.js', './complete.js', './main.js', './first-frame.js']
  // What a hook is takes less time to compile than to look up.
  if (!isHook) keepCompiledCode()
  const start = (frame?: unknown) => import(main).then((program) => program.main(frame))
  // The explorer is opened without a command. What it shows first is small, and stands before the rest is loaded.
  const mayExplore = group === undefined || (group.startsWith('--') && group !== '--version' && group !== '--help')
  if (isHook) import(hook)
  else if (isTab) import(tab).then(({ tellCompletions }) => tellCompletions(process.argv.slice(3)))
  else if (mayExplore) import(firstFrame).then(({ showFirstFrame }) => start(showFirstFrame()))
  else start()
}
