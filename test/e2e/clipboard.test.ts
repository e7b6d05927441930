import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../src/base/find-program.ts'
import { builtProgram } from '../helpers/built-program.ts'
import { fileService, open } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import type { ProgramOptions } from '../helpers/pty.ts'

const service = fileService()
const COMMAND = 'qd analytics tokens --by model --last 14d --compare prev'

/** Opens Usage, and copies its command. */
const copyCommand = async (options: ProgramOptions, notice: string) => {
  const program = open({ args: ['--screen', 'usage'], ...options, env: { ...service.env, ...options.env } })
  await program.waitFor((screen) => screen.join('\n').includes(COMMAND) && screen.join('\n').includes('0 req'))
  await program.pressUntil('Y', notice)
  return program
}

/** A folder for PATH with one program, which records its input. */
const folderWith = (name: string): string => {
  const folder = makeFolder()
  writeFileSync(join(folder, name), `#!/bin/sh\necho "$@" > ${folder}/args\ncat > ${folder}/input\n`)
  chmodSync(join(folder, name), 0o755)
  return folder
}

const inputOf = (folder: string): string => readFileSync(join(folder, 'input'), 'utf8')

test('on this machine a program confirms the copy, and the terminal gets nothing', async () => {
  const folder = folderWith('xclip')
  const program = await copyCommand(
    { env: { PATH: `${folder}:/usr/bin:/bin`, DISPLAY: ':99' } },
    'Copied: qd analytics',
  )
  expect([inputOf(folder), program.copies()]).toEqual([COMMAND, 0])
})

test('in tmux the text goes through a program named tmux', async () => {
  const folder = folderWith('tmux')
  const env = { PATH: `${folder}:/usr/bin:/bin`, TMUX: '/tmp/none,1,0' }
  const program = await copyCommand({ env }, 'Copied to tmux and sent to the terminal: qd analytics')
  expect([inputOf(folder), readFileSync(join(folder, 'args'), 'utf8'), program.copies()]).toEqual([
    COMMAND,
    'load-buffer -w -\n',
    0,
  ])
})

const tmux = findProgram('tmux', process.env)

// Not on every machine.
test.skipIf(tmux === undefined)('tmux with set-clipboard external passes the text on to its terminal', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'tmux.conf'), 'set -s set-clipboard external\n')
  const env = { TMUX_TMPDIR: folder, SSH_CONNECTION: '10.0.0.2 1 10.0.0.1 22' }
  const ofServer = (...args: string[]) =>
    execFileSync(tmux ?? '', ['-L', 'qd', ...args], { env: { ...process.env, TMUX_TMPDIR: folder }, encoding: 'utf8' })
  onTestFinished(() => void ofServer('kill-server'))
  const args = ['-L', 'qd', '-f', join(folder, 'tmux.conf'), 'new-session', process.execPath, builtProgram]
  const notice = 'Copied to tmux and sent to the terminal: qd analytics'
  const program = await copyCommand({ executable: tmux, args: [...args, '--screen', 'usage'], env }, notice)
  expect(ofServer('show-options', '-s', 'set-clipboard')).toBe('set-clipboard external\n')
  expect(ofServer('show-buffer')).toBe(COMMAND)
  const [, base64 = ''] = /\x1b\]52;[^;]*;([^\x07\x1b]*)/.exec(program.raw()) ?? []
  expect(Buffer.from(base64, 'base64').toString()).toBe(COMMAND)
})
