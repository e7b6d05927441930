// Sends what hooks have left, apart from them and from everything else. Started by start-sender.ts.
import { homedir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostOnce } from '../client/post-once.ts'
import { foldersOf } from '../config/folders.ts'
import { loadMachineSalt } from '../config/machine-salt.ts'
import { readConfig } from '../config/profiles/config-file.ts'
import { openTerminal } from '../notify/outside/open-terminal.ts'
import { createRunCommand } from '../notify/outside/run-command.ts'
import { runSender } from '../notify/send/sender.ts'
import { appendLog, logFileIn, recordedFolderIn } from '../notify/spool/log.ts'
import { SENDER_LIFE_MS } from '../notify/spool/sender-lock.ts'
import { spoolOf } from '../notify/spool/spool-files.ts'
import { startSender } from './start-sender.ts'

const { env, platform } = process
const { notifierFolder, saltFile, configFile } = foldersOf(env)
const logFile = logFileIn(notifierFolder)
const now = Date.now

// Whatever hangs, nothing of it is left running.
setTimeout(() => process.exit(1), SENDER_LIFE_MS - 5_000).unref()

try {
  await runSender({
    folders: spoolOf(notifierFolder, env, () => loadMachineSalt(saltFile).salt),
    logFile,
    recordedFolder: recordedFolderIn(notifierFolder),
    env,
    home: homedir(),
    readSettings: () => readConfig(configFile).hooks ?? {},
    tools: { post: createPostOnce(env), run: createRunCommand(env), openTerminal, platform, now },
    now,
    sleep: (ms) => sleep(ms),
    startSender,
  })
} catch (error) {
  const { message } = error as Error
  appendLog(logFile, { at: now(), outcome: 'failed', why: `the sender broke: ${message.slice(0, 300)}` })
}
process.exit(0)
