import { cacheClear } from './cache/cache-clear.ts'
import { cacheStatus } from './cache/cache-status.ts'
import { completionCommand } from './completion/completion-command.ts'
import { completionTable } from './completion/completion-table.ts'
import { doctor } from './doctor/doctor.ts'
import { demo } from './explorer/demo.ts'
import { openLink } from './explorer/open-link.ts'
import { hooksChannels } from './hooks/hooks-channels.ts'
import { hooksInstall, hooksUninstall } from './hooks/hooks-install.ts'
import { hooksListen } from './hooks/hooks-listen.ts'
import { hooksLog } from './hooks/hooks-log.ts'
import { hooksNotify } from './hooks/hooks-notify-command.ts'
import { hooksPrintSettings } from './hooks/hooks-print-settings.ts'
import { hooksRules } from './hooks/hooks-rules.ts'
import { hooksTest } from './hooks/hooks-test.ts'
import { keyboard } from './keys/keyboard.ts'
import type { Command } from './kit/command.ts'
import { manualCommand } from './manual/manual-command.ts'
import { login } from './profiles/login.ts'
import { logout } from './profiles/logout.ts'
import { profileAdd } from './profiles/profile-add.ts'
import { profileList } from './profiles/profile-list.ts'
import { profileRemove } from './profiles/profile-remove.ts'
import { profileSchema } from './profiles/profile-schema.ts'
import { profileShow } from './profiles/profile-show.ts'
import { profileUse } from './profiles/profile-use.ts'
import { serve } from './serve/serve.ts'

/**
 * The explorer, and what is on this machine.
 *
 * @param all - Every command, these among them: they are completed, and described in the manual page.
 * @param groups - What first words of several commands mean.
 */
export const machineCommands = (all: () => Promise<readonly Command[]>, groups: Readonly<Record<string, string>>) => ({
  demo,
  open: openLink,
  keys: keyboard,
  'hooks notify': hooksNotify,
  'hooks test': hooksTest,
  'hooks log': hooksLog,
  'hooks channels': hooksChannels,
  'hooks rules': hooksRules,
  'hooks listen': hooksListen,
  'hooks print-settings': hooksPrintSettings,
  'hooks install': hooksInstall,
  'hooks uninstall': hooksUninstall,
  'profile add': profileAdd,
  'profile list': profileList,
  'profile use': profileUse,
  'profile show': profileShow,
  'profile remove': profileRemove,
  'profile schema': profileSchema,
  login,
  logout,
  'cache status': cacheStatus,
  'cache clear': cacheClear,
  doctor,
  completion: completionCommand(async () => completionTable(await all(), groups)),
  man: manualCommand(all),
  serve,
})
