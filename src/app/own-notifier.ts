import { homedir } from 'node:os'
import type { NotifierAccess } from '../../screens/kit/session/notifier.ts'
import type { Env } from '../base/env.ts'
import { foldersOf } from '../config/folders.ts'
import { loadMachineSalt } from '../config/machine-salt.ts'
import { readConfig } from '../config/profiles/config-file.ts'
import { sampleEvent } from '../notify/event/samples.ts'
import { hookSettingsChange } from '../notify/install/change-hook-settings.ts'
import { addHooks, hookConfiguration, wantedEvents } from '../notify/install/hook-settings.ts'
import { createNotifier, type Notifier } from '../notify/notifier.ts'
import { openTerminal } from '../notify/outside/open-terminal.ts'
import { createRunCommand } from '../notify/outside/run-command.ts'
import { logFileIn, recordedFolderIn } from '../notify/spool/log.ts'
import { spoolOf } from '../notify/spool/spool-files.ts'
import { startSender } from './start-sender.ts'

/** The notifier of this machine, for commands and the explorer. What talks HTTP is loaded when something is sent. */
export const createOwnNotifier = (env: Env): Notifier => {
  const { notifierFolder, saltFile, configFile } = foldersOf(env)
  return createNotifier({
    env,
    home: homedir(),
    cwd: process.cwd(),
    folders: spoolOf(notifierFolder, env, () => loadMachineSalt(saltFile).salt),
    logFile: logFileIn(notifierFolder),
    recordedFolder: recordedFolderIn(notifierFolder),
    readSettings: () => readConfig(configFile).hooks ?? {},
    now: Date.now,
    startSender,
    tools: {
      post: async (request) => (await import('../client/post-once.ts')).createPostOnce(env)(request),
      run: createRunCommand(env),
      openTerminal,
      platform: process.platform,
      now: Date.now,
    },
  })
}

/** The notifier as the explorer reads and tries it. */
export const createNotifierAccess = (notifier: Notifier): NotifierAccess => ({
  async load(name, version) {
    const log = notifier.log()
    const settings = notifier.settings()
    const waiting = notifier.waiting()
    const next = JSON.stringify([name, settings, waiting, log.length, log.at(-1)])
    if (next === version) return undefined
    const event = notifier.eventFor(name, 'recorded') ?? sampleEvent(name, process.cwd())
    return {
      channels: notifier.channels(),
      rules: settings.rules ?? [],
      log,
      waiting,
      rehearsal: notifier.rehearse(event),
      version: next,
    }
  },
  failing: async () => notifier.failing(),
  send: (event, channel) => notifier.tryChannel(event, channel),
  settingsText: async () => `${JSON.stringify(hookConfiguration(wantedEvents(notifier.settings())), undefined, 2)}\n`,
  install: async (path) => hookSettingsChange(path, addHooks(wantedEvents(notifier.settings()))),
})
