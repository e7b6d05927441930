// What most starts show first is read with the rest.
import '../../screens/overview/overview.tsx'
import type { ExplorerOptions } from '../commands/kit/world.ts'
import { findCredentials } from '../config/keys/find-credentials.ts'
import { createKeychain } from '../config/keys/keychain.ts'
import { openExplorer } from './explorer.tsx'
import type { FirstFrame } from './first-frame.ts'

/**
 * The explorer alone, in a bundle of its own: nothing that talks HTTP or parses arguments is loaded before its first frame.
 *
 * @param firstFrame - What the launcher has shown already.
 * @returns The status to exit with. What went wrong is told.
 */
export const explore = async (options: ExplorerOptions, firstFrame: FirstFrame | undefined): Promise<number> => {
  try {
    await openExplorers(options, firstFrame)
    return 0
  } catch (error) {
    // What is said of it is to stand on the terminal as it was.
    firstFrame?.picture?.restore()
    const { tellError } = await import('./tell-error.ts')
    return tellError(error)
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
  // Another profile is another explorer: nothing of the one before is left in it.
  while (next) next = await openExplorer({ ...options, ...next, link: undefined, demo: undefined, env, now, keychain })
}
