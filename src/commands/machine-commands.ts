import { cacheCommands } from './cache/cache-commands.ts'
import { completionCommand } from './completion/completion-command.ts'
import { completionTable } from './completion/completion-table.ts'
import { doctor } from './doctor/doctor.ts'
import { explorerCommands } from './explorer/open-link.ts'
import { eventCommands, hooksListen } from './hooks/hooks-events.ts'
import { hooksForward } from './hooks/hooks-forward.ts'
import { installCommands } from './hooks/hooks-install.ts'
import { hookLists } from './hooks/hooks-lists.ts'
import type { Command } from './kit/command.ts'
import { manualCommand } from './manual/manual-command.ts'
import { mcpCommands } from './mcp/mcp-commands.ts'
import { profileCommands } from './profiles/profiles.ts'
import { schemaCommand } from './schema/schema-command.ts'

/**
 * Commands for the explorer and for this machine.
 *
 * @param all - Every command, including these, for shell completion and the manual page.
 * @param groups - Descriptions of groups, by their words.
 */
export const machineCommands = (
  all: () => Promise<readonly Command[]>,
  groups: Readonly<Record<string, string>>,
): readonly Command[] => [
  ...explorerCommands,
  ...eventCommands,
  ...hookLists,
  hooksForward,
  hooksListen,
  ...installCommands,
  ...mcpCommands(all),
  ...profileCommands,
  ...cacheCommands,
  doctor,
  completionCommand(async () => completionTable(await all(), groups)),
  manualCommand(all),
  schemaCommand,
]
