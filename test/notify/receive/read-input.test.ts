import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readInput } from '../../../src/notify/receive/read-input.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

const opened = (path: string, flags: number): number => {
  const file = openSync(path, flags)
  onTestFinished(() => closeSync(file))
  return file
}

test('a file is read to its end or to a limit', async () => {
  const path = join(makeFolder(), 'event')
  const text = `{"x":"${'ü'.repeat(100_000)}"}`
  writeFileSync(path, text)
  expect(await readInput(opened(path, constants.O_RDONLY))).toEqual({ text, cut: undefined })
  const limits = { bytes: 70_000, silenceMs: 60_000, totalMs: 60_000 }
  const { text: start, cut } = await readInput(opened(path, constants.O_RDONLY), limits)
  expect([Buffer.byteLength(start), text.startsWith(start), cut]).toEqual([70_000, true, 'too long'])
})

test('a non-blocking pipe is read until it is silent for long enough', async () => {
  const path = join(makeFolder(), 'pipe')
  execFileSync('mkfifo', [path])
  // Also open for writing, so that it never ends.
  const pipe = opened(path, constants.O_RDWR | constants.O_NONBLOCK)
  const input = readInput(pipe, { bytes: 1_000, silenceMs: 200, totalMs: 60_000 })
  setImmediate(() => writeSync(pipe, '{"hook'))
  expect(await input).toEqual({ text: '{"hook', cut: 'silent' })
})

test('a read error counts as the end', async () => {
  expect(await readInput(opened(makeFolder(), constants.O_RDONLY))).toEqual({ text: '', cut: undefined })
})
