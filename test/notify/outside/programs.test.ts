import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import { expect, onTestFinished, test } from 'vitest'
import { sendThrough } from '../../../src/notify/channels/channels.ts'
import { openTerminal } from '../../../src/notify/outside/open-terminal.ts'
import { createRunCommand } from '../../../src/notify/outside/run-command.ts'
import { agentTerminal } from '../../../src/notify/receive/receive-event.ts'
import { destination, message, recordingTools } from '../../helpers/channel.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

/** A program that records its arguments, each followed by NUL, and exits with a status. */
const recordingProgram = (name: string, status = 0) => {
  const folder = join(makeFolder(), 'bin')
  mkdirSync(folder)
  const record = join(folder, 'words')
  writeFileSync(
    join(folder, name),
    `#!/bin/sh\nprintf '%s\\0' "$@" > "${record}"\nenv > "${record}.env"\nexit ${status}\n`,
  )
  chmodSync(join(folder, name), 0o700)
  return {
    run: createRunCommand({ PATH: `${folder}:${process.env.PATH}`, QUARTERDECK_NTFY_TOKEN: 'very-secret' }),
    env: () => readFileSync(`${record}.env`, 'utf8'),
    words: () => readFileSync(record, 'utf8').split('\0').slice(0, -1),
  }
}

const HOSTILE = { title: '-e do shell script "id"', text: "$(id) `id` \"; exit\n' & calc & '" }

test.each([
  ['darwin', 'osascript'],
  ['win32', 'powershell'],
  ['linux', 'notify-send'],
] as const)('on %s, %s gets the message as separate arguments', async (platform, name) => {
  const program = recordingProgram(name)
  const { tools, begun } = recordingTools({ run: program.run, platform })
  const outcome = await sendThrough(message(HOSTILE), destination({ kind: 'desktop' }) as never, tools)
  expect([outcome, begun()]).toEqual([{ is: 'sent', why: `${name} accepted it` }, 1])
  expect(program.env()).not.toContain('very-secret')
  const words = program.words()
  if (platform === 'darwin') expect(words.slice(-3)).toEqual(['quarterdeck', HOSTILE.title, HOSTILE.text])
  if (platform === 'linux') expect(words.slice(-3, -1)).toEqual(['--', HOSTILE.title])
  if (platform === 'win32') {
    expect(words).toHaveLength(4)
    // The script does not contain the message as plain text.
    expect(Buffer.from(words[3] ?? '', 'base64').toString('utf16le')).not.toMatch(/calc|exit|do shell/)
  }
})

test('a sound file is passed as a single argument', async () => {
  const { run, words } = recordingProgram('paplay')
  const own = destination({ kind: 'sound', file: '/sounds/a b.oga' })
  expect(await sendThrough(message(), own as never, recordingTools({ run }).tools)).toMatchObject({ is: 'sent' })
  expect(words()).toEqual(['/sounds/a b.oga'])
})

test('a program that fails, is missing or never ends is an error', async () => {
  const send = async (run: ReturnType<typeof createRunCommand>) =>
    sendThrough(message(), destination({ kind: 'desktop' }) as never, recordingTools({ run }).tools)
  expect(await send(recordingProgram('notify-send', 3).run)).toMatchObject({
    is: 'failed',
    why: 'notify-send ended with status 3',
  })
  expect(await send(createRunCommand({ PATH: '/nowhere' }))).toMatchObject({
    is: 'failed',
    why: 'notify-send could not be started (ENOENT)',
  })
  expect(await createRunCommand(process.env, 100)(['sleep', '60'])).toEqual({ is: 'stopped' })
})

/** A terminal with a waiting program. */
const openPty = async () => {
  const pty = spawn('/bin/sh', ['-c', 'stty -echo -opost; tty; exec cat'], { cols: 80, rows: 24 })
  onTestFinished(() => pty.kill('SIGKILL'))
  let seen = ''
  const reading = pty.onData((text) => {
    seen += text
  })
  await expect.poll(() => seen).toMatch(/^\/dev\/pts\/\d+\n/)
  const stopReading = () => {
    reading.dispose()
    pty.pause()
  }
  return { pid: pty.pid, device: seen.trim(), seen: () => seen, stopReading }
}

test.skipIf(process.platform !== 'linux')('the terminal of the agent is found, written to, and rings', async () => {
  const { pid, device, seen } = await openPty()
  expect(agentTerminal(pid)).toBe(device)
  const { tools } = recordingTools({ openTerminal })
  for (const kind of ['terminal', 'sound'] as const)
    expect(await sendThrough(message({ terminal: device }), destination({ kind }) as never, tools)).toEqual({
      is: 'sent',
      why: `${device} accepted it`,
    })
  await expect.poll(seen).toContain('\u001b]9;Quarterdeck: Task finished · shop: The agent has finished.\u001b\\\u0007')
})

test('only terminals are written to, without blocking', () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  for (const device of [file, '/dev/null', '/dev/zero', '../../etc/passwd', '/dev/pts/../null'])
    expect(openTerminal(device, 'x')).toContain('is not a terminal')
  expect(openTerminal('/dev/pts/9999999', 'x')).toContain('cannot be opened (ENOENT)')
  expect(readFileSync(file, 'utf8')).toBe('')
})

test.skipIf(process.platform !== 'linux')('a write to a full terminal does not block', async () => {
  const { device, stopReading } = await openPty()
  stopReading()
  // More than the terminal's buffer can hold.
  const outcomes = Array.from({ length: 64 }, () => openTerminal(device, 'x'.repeat(4096)))
  expect(outcomes.at(-1)).toMatch(/is not accepting output \(EAGAIN\)/)
})
