import type { Env } from '../../src/base/env.ts'
import type { NotifierSettings } from '../../src/config/notifier/notifier-schema.ts'
import { createNotifier } from '../../src/notify/notifier.ts'
import type { SenderDeps } from '../../src/notify/send/sender.ts'
import { spoolFolders } from '../../src/notify/spool/spool-files.ts'
import { recordingTools } from './channel.ts'
import { NOW } from './demos.ts'

export type TestNotifierOptions = {
  /** The notifier's folder. @default one that can neither be read nor created */
  folder?: string
  settings?: NotifierSettings | (() => NotifierSettings)
  env?: Env
  now?: () => number
  tools?: Parameters<typeof recordingTools>[0]
}

/** A notifier that sends nothing and records what it would send. `sender` processes the spool. */
export const testNotifier = ({
  folder = '/dev/null/nowhere',
  settings = {},
  env = {},
  now = () => NOW,
  tools,
}: TestNotifierOptions = {}) => {
  const recording = recordingTools(tools)
  let started = 0
  const deps = {
    env,
    home: '/home/me',
    cwd: '/work/shop',
    folders: spoolFolders(folder),
    readSettings: typeof settings === 'function' ? settings : () => settings,
    tools: recording.tools,
    now,
    startSender: () => void started++,
  }
  const sender: SenderDeps = { ...deps, sleep: async () => {} }
  return { ...recording, notifier: createNotifier(deps), sender, started: () => started }
}
