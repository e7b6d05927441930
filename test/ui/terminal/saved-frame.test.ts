import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  type FrameOwner,
  readSavedFrame,
  type SavedFrame,
  writeSavedFrame,
} from '../../../src/ui/terminal/saved-frame.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 22, 9)
const window = { columns: 20, rows: 3, now: NOW }
const frame: SavedFrame = {
  columns: 20,
  head: [' acme > Overview  ○ ', ' kept'],
  rows: [' \x1b[1m東京 503k\x1b[22m', ''],
  at: NOW - HOUR,
}

const prepare = (): FrameOwner => ({
  folder: join(makeFolder(), 'frames'),
  identity: 'acme',
  salt: new Uint8Array(32).fill(7),
})
const fileOf = ({ folder }: FrameOwner): string => join(folder, fs.readdirSync(folder)[0] ?? '')

test('a frame is restored for the same start, window and salt for a week, and eight windows are stored', () => {
  const owner = prepare()
  writeSavedFrame(owner, frame)
  expect(readSavedFrame(owner, { ...window, now: NOW + 6 * 24 * HOUR })).toEqual(frame)
  expect(fs.statSync(fileOf(owner)).mode & 0o777).toBe(0o600)
  expect(fs.statSync(owner.folder).mode & 0o777).toBe(0o700)
  for (const other of [{ identity: 'other' }, { salt: new Uint8Array(32) }])
    expect(readSavedFrame({ ...owner, ...other }, window)).toBeUndefined()
  for (const other of [{ columns: 21 }, { rows: 4 }, { now: NOW - 2 * HOUR }, { now: NOW + 7 * 24 * HOUR }])
    expect(readSavedFrame(owner, { ...window, ...other })).toBeUndefined()
  // Neither its name nor its first line identifies the owner.
  expect(`${fileOf(owner)}${fs.readFileSync(fileOf(owner), 'utf8').split('\n')[0]}`).not.toContain(owner.identity)
  for (let columns = 60; columns < 72; columns++) writeSavedFrame(owner, { ...frame, columns })
  expect(fs.readdirSync(owner.folder)).toHaveLength(8)
  expect(readSavedFrame(owner, { ...window, columns: 71 })).toBeDefined()
})

test('a modified file is not shown, nor a valid one of another start', () => {
  const owner = prepare()
  writeSavedFrame(owner, frame)
  const path = fileOf(owner)
  const whole = fs.readFileSync(path, 'utf8')
  for (let at = 0; at < whole.length; at += 7) {
    fs.writeFileSync(path, `${whole.slice(0, at)}${whole[at] === 'x' ? 'y' : 'x'}${whole.slice(at + 1)}`)
    expect(readSavedFrame(owner, window), `changed at ${at}`).toBeUndefined()
  }
  for (const text of ['', '\n', whole.slice(0, 80), `${whole}x`, 'x'.repeat(1_000_001)]) {
    fs.writeFileSync(path, text)
    expect(readSavedFrame(owner, window)).toBeUndefined()
  }
  const other = { ...owner, identity: 'other' }
  fs.rmSync(path)
  writeSavedFrame(other, frame)
  fs.writeFileSync(path, fs.readFileSync(fileOf(other), 'utf8'), { mode: 0o600 })
  expect(readSavedFrame(owner, window)).toBeUndefined()
})

test('a file that other users can read or may have written is not shown', () => {
  const owner = prepare()
  writeSavedFrame(owner, frame)
  const path = fileOf(owner)
  fs.chmodSync(path, 0o640)
  expect(readSavedFrame(owner, window)).toBeUndefined()
  fs.chmodSync(path, 0o600)
  fs.chmodSync(owner.folder, 0o777)
  expect(readSavedFrame(owner, window)).toBeUndefined()
  fs.chmodSync(owner.folder, 0o700)
  expect(readSavedFrame(owner, window)).toEqual(frame)
  const elsewhere = join(owner.folder, '..', 'elsewhere')
  fs.writeFileSync(elsewhere, fs.readFileSync(path), { mode: 0o600 })
  fs.rmSync(path)
  fs.symlinkSync(elsewhere, path)
  expect(readSavedFrame(owner, window)).toBeUndefined()
  fs.rmSync(path)
  fs.mkdirSync(path)
  expect(readSavedFrame(owner, window)).toBeUndefined()
})

test('rows with anything but printable text and styles are not shown', () => {
  const owner = prepare()
  const hostile = '\x1b]52;c;AAAA\x07 \x1b[2J \x1b[5n a\nb \x9b31m \u009d0;x \x1bc \x1b[31 \x7f'.split(' ')
  for (const row of hostile) {
    for (const bad of [
      { ...frame, rows: [row, ''] },
      { ...frame, head: [row, ''] as const },
    ]) {
      writeSavedFrame(owner, bad)
      expect(readSavedFrame(owner, window), JSON.stringify(row)).toBeUndefined()
    }
  }
  writeSavedFrame(owner, { ...frame, rows: ['\x1b[1;38;5;80mfine\x1b[m', ''] })
  expect(readSavedFrame(owner, window)).toBeDefined()
})
