import { cacheClear, cacheStatus } from './cache/cache-commands.ts'
import { completionCommand } from './completion/completion-command.ts'
import { completionTable } from './completion/completion-table.ts'
import { doctor } from './doctor/doctor.ts'
import { demo, keyboard, openLink } from './explorer/open-link.ts'
import { hooksListen, hooksNotify, hooksTest } from './hooks/hooks-events.ts'
import { hooksInstall, hooksPrintSettings, hooksUninstall } from './hooks/hooks-install.ts'
import { hooksChannels, hooksLog, hooksRules } from './hooks/hooks-lists.ts'
import type { Command } from './kit/command.ts'
import { manualCommand } from './manual/manual-command.ts'
import {
  login,
  logout,
  profileAdd,
  profileList,
  profileRemove,
  profileSchema,
  profileShow,
  profileUse,
} from './profiles/profiles.ts'
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
  demo,
  openLink,
  keyboard,
  hooksNotify,
  hooksTest,
  hooksLog,
  hooksChannels,
  hooksRules,
  hooksListen,
  hooksPrintSettings,
  hooksInstall,
  hooksUninstall,
  profileAdd,
  profileList,
  profileUse,
  profileShow,
  profileRemove,
  profileSchema,
  login,
  logout,
  cacheStatus,
  cacheClear,
  doctor,
  completionCommand(async () => completionTable(await all(), groups)),
  manualCommand(all),
  serve,
]
