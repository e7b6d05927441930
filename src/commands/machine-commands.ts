import { cacheCommands } from './cache/cache-commands.ts'
import { completionCommand } from './completion/completion-command.ts'
import { completionTable } from './completion/completion-table.ts'
import { doctor } from './doctor/doctor.ts'
import { explorerCommands } from './explorer/open-link.ts'
import { eventCommands, hooksListen } from './hooks/hooks-events.ts'
import { installCommands } from './hooks/hooks-install.ts'
import { hookLists } from './hooks/hooks-lists.ts'
import type { Command } from './kit/command.ts'
import { manualCommand } from './manual/manual-command.ts'
import { profileCommands } from './profiles/profiles.ts'
import { serve } from './serve/serve.ts'

/**
 * The explorer, and what is on this machine.
 *
 * @param all - Every command, these among them: they are completed, and described in the manual page.
 * @param groups - What first words of several commands mean.
 */
export const machineCommands = (
  all: () => Promise<readonly Command[]>,
  groups: Readonly<Record<string, string>>,
): readonly Command[] => [
  ...explorerCommands,
  ...eventCommands,
  ...hookLists,
  hooksListen,
  ...installCommands,
  ...profileCommands,
  ...cacheCommands,
  doctor,
  completionCommand(async () => completionTable(await all(), groups)),
  manualCommand(all),
  serve,
]
