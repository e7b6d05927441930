// `qd hooks notify`. An agent runs it and waits for it, so it only stores the event. The launcher loads it without the
// rest of the program. Standard output may be read as context by the agent, and a status of 2 would block it.
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

/** Ends the process while a pending read prevents a normal exit: replaces it with one that does nothing. */
const replaceProcess = (): void => {
  const { execPath, execve, platform } = process
  // Windows has no execve and does not need it here.
  if (platform !== 'win32') execve?.(execPath, [execPath, '-e', '0'])
}

process.on('uncaughtException', () => process.exit(0))
// Reading from a terminal would wait for the user.
const input = fstatSync(0).isCharacterDevice() ? NOTHING : await readInput(0)
try {
  receive(input)
} catch (error) {
  // The folder cannot be written, so the log cannot either.
  const { message } = error as Error
  writeSync(2, `The event was not stored: ${JSON.stringify(message)}\n`)
}
if (input.cut === 'silent') replaceProcess()
process.exit(0)
