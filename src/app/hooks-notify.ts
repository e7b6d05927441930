// `qd hooks notify`, which an agent runs and waits for: all it does is to take the event and go. The launcher loads it past
// everything else. Standard output may be read as context by the agent, and a status of 2 would block it.
import { fstatSync, writeSync } from 'node:fs'
import { foldersOf } from '../config/folders.ts'
import { loadMachineSalt } from '../config/machine-salt.ts'
import { type Input, readInput } from '../notify/receive/read-input.ts'
import { agentTerminal, receiveEvent } from '../notify/receive/receive-event.ts'
import { spoolOf } from '../notify/spool/spool-files.ts'
import { startSender } from './start-sender.ts'

const NOTHING: Input = { text: '', cut: undefined }

const receive = (input: Input): void => {
  const { env } = process
  const { notifierFolder, saltFile } = foldersOf(env)
  receiveEvent(input, agentTerminal(), {
    folders: spoolOf(notifierFolder, env, () => loadMachineSalt(saltFile).salt),
    now: Date.now,
    startSender,
  })
}

/** No process exits while it reads, as one still does from an agent that is silent: it is replaced by one that has nothing to do. */
const endWhileReading = (): void => {
  const { execPath, execve, platform } = process
  // Windows has no such thing, and needs none.
  if (platform !== 'win32') execve?.(execPath, [execPath, '-e', '0'])
}

process.on('uncaughtException', () => process.exit(0))
// The keyboard never ends.
const input = fstatSync(0).isCharacterDevice() ? NOTHING : await readInput(0)
try {
  receive(input)
} catch (error) {
  // There is no log where there is no folder for it.
  const { message } = error as Error
  writeSync(2, `The event was not taken: ${JSON.stringify(message)}\n`)
}
if (input.cut === 'silent') endWhileReading()
process.exit(0)
