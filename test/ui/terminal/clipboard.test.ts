import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Env } from '../../../src/base/env.ts'
import { createClipboard } from '../../../src/ui/terminal/clipboard.ts'
import { clipboardSequence, MAX_CLIPBOARD_BYTES } from '../../../src/ui/terminal/clipboard-sequence.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

/** Programs on a PATH of their own: shell scripts by name, in which $OUT is a file named after the program. */
const openClipboard = (scripts: Record<string, string>, env: Env, platform = 'linux', timeoutMs = 5_000) => {
  const folder = makeFolder()
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\nOUT=${folder}/${name}.out\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const written: string[] = []
  const PATH = `${folder}:/usr/bin:/bin`
  const write = (text: string) => void written.push(text)
  const clipboard = createClipboard({ env: { PATH, ...env }, platform, write, timeoutMs })
  return {
    ...clipboard,
    written,
    given: (name: string) =>
      existsSync(join(folder, `${name}.out`)) ? readFileSync(join(folder, `${name}.out`)) : undefined,
  }
}

const KEEP = 'cat > "$OUT"'
const x11 = { DISPLAY: ':0' }
const tmuxEnv = { TMUX: '/tmp/none,1,0' }
/** A tmux that records how it was called, and its input. */
const TMUX = '[ "$1" = show-environment ] && exit 0; echo "$@" > "$OUT"; cat >> "$OUT"'

test('a program gets the text by standard input, without a line break, and its status 0 confirms the copy', async () => {
  const text = `'"$(touch x)\`;\n漢 ${'x'.repeat(300_000)}`
  const clipboard = openClipboard({ xclip: `echo "$@" > "$OUT"; cat >> "$OUT"` }, x11)
  expect(await clipboard.copy(text)).toEqual({ is: 'copied' })
  expect(clipboard.given('xclip')?.toString()).toBe(`-selection clipboard\n${text}`)
  expect(clipboard.written).toEqual([])
})

test('clip.exe gets UTF-16LE without a byte order mark, and pbcopy gets UTF-8 in a UTF-8 locale', async () => {
  const windows = openClipboard({ 'clip.exe': KEEP }, { WSL_DISTRO_NAME: 'Debian' })
  expect(await windows.copy('漢é')).toEqual({ is: 'copied' })
  expect(windows.given('clip.exe')).toEqual(Buffer.from('漢é', 'utf16le'))
  const mac = openClipboard({ pbcopy: 'echo $LC_ALL > "$OUT"; cat >> "$OUT"' }, { LC_ALL: 'C' }, 'darwin')
  expect(await mac.copy('漢é')).toEqual({ is: 'copied' })
  expect(mac.given('pbcopy')?.toString()).toBe('en_US.UTF-8\n漢é')
})

test('a program that stays in the background with the text does not delay the outcome', async () => {
  const clipboard = openClipboard({ xclip: 'cat > "$OUT"; sleep 3 & exit 0' }, x11, 'linux', 60_000)
  expect(await clipboard.copy('a')).toEqual({ is: 'copied' })
})

test('a program that fails or hangs is followed by the next way, and the outcome says why', async () => {
  const failing = openClipboard({ xclip: 'exit 3', xsel: KEEP }, x11)
  expect(await failing.copy('a')).toEqual({ is: 'copied' })
  expect(failing.given('xsel')?.toString()).toBe('a')
  const alone = openClipboard({ xclip: 'cat > /dev/null; exit 3' }, x11)
  expect(await alone.copy('a')).toEqual({ is: 'sent', because: 'xclip exited with status 3' })
  expect(alone.written).toEqual([clipboardSequence('a')])
  const hanging = openClipboard({ xclip: 'sleep 100' }, x11, 'linux', 300)
  expect(await hanging.copy('a')).toEqual({ is: 'sent', because: 'xclip did not answer within 0.3 s' })
  const killed = openClipboard({ xclip: 'kill -9 $$' }, x11)
  expect(await killed.copy('x'.repeat(999_999))).toEqual({ is: 'failed', because: 'xclip was ended by SIGKILL' })
})

test('in tmux, its buffer gets the text and it passes the text on; a text that terminals drop is not passed on', async () => {
  const clipboard = openClipboard({ tmux: TMUX }, tmuxEnv)
  expect(await clipboard.copy('a\n')).toMatchObject({ is: 'inTmux', isPassedOn: true })
  expect(clipboard.given('tmux')?.toString()).toBe('load-buffer -w -\na\n')
  const long = 'x'.repeat(60_000)
  expect(await clipboard.copy(long)).toEqual({
    is: 'inTmux',
    isPassedOn: false,
    because: 'it is larger than 56.2 kB, the limit of terminals',
  })
  expect(clipboard.given('tmux')?.toString()).toBe(`load-buffer -\n${long}`)
  expect(clipboard.written).toEqual([])
})

test('a tmux without load-buffer -w is followed by the sequence that it passes through', async () => {
  const clipboard = openClipboard({ tmux: 'exit 1' }, tmuxEnv)
  expect(await clipboard.copy('a')).toEqual({ is: 'sent', because: 'tmux exited with status 1' })
  expect(clipboard.written).toEqual(['\x1bPtmux;\x1b\x1b]52;c;YQ==\x07\x1b\\'])
})

test('the client that is attached to tmux now decides, not the environment of the pane', async () => {
  const tmux = (now: string) => `[ "$1" = show-environment ] && { printf '%s\\n' ${now}; exit 0; }; ${TMUX}`
  const scripts = { xclip: 'echo $DISPLAY > "$OUT"; cat >> "$OUT"' }
  const moved = openClipboard({ ...scripts, tmux: tmux('SSH_CONNECTION=1.2.3.4') }, { ...tmuxEnv, ...x11 })
  expect(await moved.copy('a')).toMatchObject({ is: 'inTmux' })
  const back = openClipboard({ ...scripts, tmux: tmux('-SSH_CONNECTION DISPLAY=:7') }, { ...tmuxEnv, SSH_TTY: 'x' })
  expect(await back.copy('a')).toEqual({ is: 'copied' })
  expect(back.given('xclip')?.toString()).toBe(':7\na')
})

test('a secret reaches only a program of this machine, never tmux or the terminal', async () => {
  const isSecret = true
  const local = openClipboard({ xclip: KEEP, tmux: TMUX }, { ...x11, ...tmuxEnv })
  expect(await local.copy('s', { isSecret })).toEqual({ is: 'copied' })
  const failing = openClipboard({ xclip: 'exit 1', tmux: TMUX }, { ...x11, ...tmuxEnv })
  expect(await failing.copy('s', { isSecret })).toEqual({ is: 'failed', because: 'xclip exited with status 1' })
  const remote = openClipboard({ xclip: KEEP, tmux: TMUX }, { ...x11, ...tmuxEnv, SSH_TTY: '/dev/pts/1' })
  const because = 'this is an SSH session (SSH_TTY is set)'
  expect(await remote.copy('s', { isSecret })).toEqual({ is: 'failed', because })
  expect([local, failing, remote].flatMap(({ given, written }) => [given('tmux'), ...written])).toEqual(
    Array(3).fill(undefined),
  )
})

test('of two copies the last one stays, although its program is faster', async () => {
  const clipboard = openClipboard(
    { xclip: 'read -r text; [ "$text" = slow ] && sleep 0.3; echo "$text" > "$OUT"' },
    x11,
  )
  await Promise.all([clipboard.copy('slow\n'), clipboard.copy('fast\n')])
  expect(clipboard.given('xclip')?.toString()).toBe('fast\n')
})

test('a program does not get the key of the organisation, and is not taken from a relative folder of PATH', async () => {
  const clipboard = openClipboard(
    { xclip: 'echo "<$QUARTERDECK_API_KEY>" > "$OUT"; cat > /dev/null' },
    {
      ...x11,
      QUARTERDECK_API_KEY: 'qk_secret',
    },
  )
  expect(await clipboard.copy('a')).toEqual({ is: 'copied' })
  expect(clipboard.given('xclip')?.toString()).toBe('<>\n')
  const none = createClipboard({ env: { ...x11, PATH: '.:bin' }, platform: 'linux', write: () => {} })
  expect(await none.plan()).toMatchObject({ whyNoProgram: 'none of xclip, xsel is installed' })
})

test('a text is base64 of its UTF-8 in the sequence unless it is too long', () => {
  const sequence = clipboardSequence('qd overview 漢\x1b]52;c;!\x07')
  const [, base64 = ''] = /^\x1b\]52;c;([A-Za-z0-9+/=]*)\x07$/.exec(sequence ?? '') ?? []
  expect(Buffer.from(base64, 'base64').toString()).toBe('qd overview 漢\x1b]52;c;!\x07')
  const longest = Math.floor(MAX_CLIPBOARD_BYTES / 4) * 3
  expect(clipboardSequence('x'.repeat(longest))).toBeDefined()
  expect(clipboardSequence('x'.repeat(longest + 1))).toBeUndefined()
})

test('screen passes the sequence on in parts that it does not drop', () => {
  const sequence = clipboardSequence('x'.repeat(1_000), 'screen') ?? ''
  const parts = [...sequence.matchAll(/\x1bP(.*?)\x1b\\/g)].map(([, part = '']) => part)
  expect(parts.join('')).toBe(clipboardSequence('x'.repeat(1_000)))
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(250)
})
