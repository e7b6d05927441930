// Overview is the most common first screen, so it is part of this bundle.
import '../../screens/overview/overview.tsx'
import type { ExplorerOptions } from '../commands/kit/world.ts'
import { findCredentials } from '../config/keys/find-credentials.ts'
import { createKeychain } from '../config/keys/keychain.ts'
import { openExplorer } from './explorer.tsx'
import type { FirstFrame } from './first-frame.ts'

/**
 * Runs the explorer. It has a bundle of its own, so that no HTTP client or argument parser is loaded before its first
 * frame.
 *
 * @param firstFrame - The frame that the launcher has drawn.
 * @returns The exit status. Errors have been printed.
 */
export const explore = async (options: ExplorerOptions, firstFrame: FirstFrame | undefined): Promise<number> => {
  try {
    await openExplorers(options, firstFrame)
    return 0
  } catch (error) {
    // Restore the terminal before printing the error.
    firstFrame?.picture?.restore()
    const { printError } = await import('./print-error.ts')
    return printError(error)
  }
}

const openExplorers = async (options: ExplorerOptions, firstFrame: FirstFrame | undefined): Promise<void> => {
  const { env } = process
  const now = () => Date.now()
  const { demo, profile: named, isReadOnly } = options
  const keychain = createKeychain({ env })
  const found = demo ? undefined : await findCredentials({ env, named, isReadOnly, keychain })
  const credentials = found?.is === 'found' ? found.credentials : undefined
  let next = await openExplorer({ ...options, credentials, env, now, keychain, firstFrame })
  // Another profile starts a new explorer without any state of the previous one.
  while (next) next = await openExplorer({ ...options, ...next, link: undefined, demo: undefined, env, now, keychain })
}
