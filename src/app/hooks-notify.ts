// `qd hooks notify`, which an agent runs and waits for: all it does is to take the event and go. The launcher loads it past
// everything else. Standard output may be read as context by the agent, and a status of 2 would block it.
import { foldersOf } from '../config/folders.ts'
import { loadMachineSalt } from '../config/machine-salt.ts'
import { agentTerminal } from '../notify/receive/agent-terminal.ts'
import { readInput } from '../notify/receive/read-input.ts'
import { receiveEvent } from '../notify/receive/receive-event.ts'
import { logFileIn } from '../notify/spool/log.ts'
import { spoolOf } from '../notify/spool/spool-folders.ts'
import { startSender } from './start-sender.ts'

const notify = async (): Promise<void> => {
  const { env, stdin } = process
  const { notifierFolder, saltFile } = foldersOf(env)
  // The keyboard never ends.
  const input = stdin.isTTY ? { text: '', cut: undefined } : await readInput(stdin)
  receiveEvent(input, agentTerminal(), {
    folders: spoolOf(notifierFolder, env, () => loadMachineSalt(saltFile).salt),
    logFile: logFileIn(notifierFolder),
    now: Date.now,
    startSender,
  })
}

process.on('uncaughtException', () => process.exit(0))
try {
  await notify()
} catch (error) {
  // There is no log where there is no folder for it.
  const { message } = error as Error
  process.stderr.write(`The event was not taken: ${JSON.stringify(message)}\n`)
}
process.exit(0)
