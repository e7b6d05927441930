import type { NotifierAccess } from '../../screens/kit/session/notifier.ts'
import type { Env } from '../base/env.ts'
import { sampleEvent } from '../notify/event/samples.ts'
import { hookSettingsChange } from '../notify/install/change-hook-settings.ts'
import { addHooks, hookConfiguration, wantedEvents } from '../notify/install/hook-settings.ts'
import { createNotifier, type Notifier } from '../notify/notifier.ts'
import { notifierDeps } from './notifier-deps.ts'

/** The notifier of this machine, for commands and the explorer. */
export const createOwnNotifier = (env: Env): Notifier => createNotifier({ ...notifierDeps(env), cwd: process.cwd() })

/** The notifier's operations in the explorer. */
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
      eventTest: notifier.testEvent(event),
      version: next,
    }
  },
  failing: async () => notifier.failing(),
  send: (event, channel) => notifier.tryChannel(event, channel),
  settingsText: async () => `${JSON.stringify(hookConfiguration(wantedEvents(notifier.settings())), undefined, 2)}\n`,
  install: async (path) => hookSettingsChange(path, addHooks(wantedEvents(notifier.settings()))),
})
