import { usageError } from '../../base/errors.ts'
import type { Deps } from '../kit/command.ts'
import type { DemoSize } from '../kit/world.ts'

/** A link and the profile that it names. */
type LinkTarget = { link?: string; profile?: string | undefined }

/**
 * Opens the explorer, on a demo organisation if a size is given.
 *
 * @throws AppError of kind `usage` without a terminal, and for an unknown screen.
 */
export const openScreen = async (demo: DemoSize | undefined, deps: Deps, linked: LinkTarget = {}): Promise<void> => {
  const { globals, screens } = deps
  if (globals.screen !== undefined && !screens.includes(globals.screen))
    throw usageError(`Unknown screen "${globals.screen}": choose from ${screens.join(', ')}.`)
  if (!deps.isOutputTerminal)
    throw usageError('The explorer needs a terminal, and standard output is not one. See qd --help for the commands.')
  if (globals.isKeyFromStdin)
    throw usageError('The explorer needs standard input for the keyboard: use QUARTERDECK_API_KEY, not --key-stdin.')
  const { screen, isRestoring, isReadOnly, isAscii, hasColor, isOffline, isMouse, theme, isScreenReader } = globals
  await deps.openExplorer({
    ...{ screen, isRestoring, isReadOnly, isAscii, hasColor, isOffline, demo },
    link: linked.link,
    profile: linked.profile ?? globals.profile,
    // Options that are left out fall back to config.json.
    ...(isMouse && { isMouse }),
    ...(theme && { theme }),
    ...(isScreenReader && { isScreenReader }),
  })
}
