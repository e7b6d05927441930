import { homedir } from 'node:os'
import type { Env } from '../base/env.ts'
import { foldersOf } from '../config/folders.ts'
import { loadMachineSalt } from '../config/machine-salt.ts'
import { currentSettings } from '../config/notifier/notifier-schema.ts'
import { readConfig } from '../config/profiles/config-file.ts'
import { openTerminal } from '../notify/outside/open-terminal.ts'
import { createRunCommand } from '../notify/outside/run-command.ts'
import type { NotifierDeps } from '../notify/send/sender.ts'
import { spoolOf } from '../notify/spool/spool-files.ts'
import { startSender } from './start-sender.ts'

/** The dependencies of this machine's notifier. The HTTP client is loaded when something is sent. */
export const notifierDeps = (env: Env): NotifierDeps => {
  const { notifierFolder, saltFile, configFile } = foldersOf(env)
  return {
    env,
    home: homedir(),
    folders: spoolOf(notifierFolder, env, () => loadMachineSalt(saltFile).salt),
    readSettings: () => currentSettings(readConfig(configFile).hooks ?? {}),
    now: Date.now,
    startSender,
    tools: {
      post: async (request) => (await import('../client/post-once.ts')).createPostOnce(env)(request),
      run: createRunCommand(env),
      openTerminal,
      platform: process.platform,
      now: Date.now,
    },
  }
}
