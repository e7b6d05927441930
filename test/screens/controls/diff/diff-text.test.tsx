import { expect, test } from 'vitest'
import { openDiff } from './diff-service.ts'

const rest = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`m${String(index).padStart(2, '0')}`, index]))
const before = { ...rest, a: { list: ['x', 'y'], on: true }, m20: { text: 'one two three four five six' }, z: 1 }
const after = { ...rest, a: { list: ['x', 'y', 'z'], on: false }, m20: { text: 'one two 3 four five six' }, z: 1 }

const unified = ['z', 's'] as const

test('unified text shows three lines around each change and folds the rest', async () => {
  const { press, body, command, selected, frameWith } = await openDiff([before, after], { columns: 80, rows: 40 })
  await press(...unified)
  await frameWith('last changed in 2 by Ben')
  expect(
    body()
      .slice(3, -3)
      .filter((row) => row !== ''),
  ).toEqual([
    '   {',
    '     "a": {',
    '       "list": [',
    '         "x",',
    '         "y",',
    '▌+       "z",',
    '       ],',
    ' -     "on": true,',
    ' +     "on": false,',
    '     },',
    '     "m00": 0,',
    '     "m01": 1,',
    ' ▸ 8 unchanged lines',
    '     "m10": 10,',
    '     "m11": 11,',
    '     "m20": {',
    ' -     "text": "one two three four five six",',
    ' +     "text": "one two 3 four five six",',
    '     },',
    '     "z": 1,',
    '   },',
  ])
  expect(body().slice(-2)).toEqual([' a.list   ◇ neutral changed, unknown meaning', ' last changed in 2 by Ben'])
  expect(selected()).toBe('▌+       "z",')
  expect(command()).toBe('= qd controls diff 1 2 --style unified')
})

test('l unfolds unchanged lines, and h folds them from any of them', async () => {
  const { press, list, selected } = await openDiff([before, after], { columns: 80, rows: 40 })
  await press(...unified, ...'jjjjjjj', 'l')
  expect(selected()).toBe('▌▾ 8 unchanged lines')
  expect(list()).toContain('     "m05": 5,')
  await press('j', 'j', 'h')
  expect(selected()).toBe('▌▸ 8 unchanged lines')
  expect(list()).not.toContain('     "m05": 5,')
  await press('z', 'R')
  expect(list()).toContain('     "m05": 5,')
  await press('z', 'M')
  expect(list()).not.toContain('     "m05": 5,')
})

test('n and N go from one run of changed lines to the next', async () => {
  const { press, selected, frame } = await openDiff([before, after], { columns: 80, rows: 40 })
  await press(...unified, 'n')
  expect(selected()).toBe('▌-     "on": true,')
  await press('n')
  expect(selected()).toBe('▌-     "text": "one two three four five six",')
  await press('n')
  expect(frame().at(-1)).toContain('No change below this one.')
  await press('N', 'N')
  expect(selected()).toBe('▌+       "z",')
})

test('the different words of a changed line are bold; the common words have no colour', async () => {
  const { press, styledFrame } = await openDiff([before, after], { columns: 80, rows: 40 })
  await press(...unified, 'g', 'g')
  const row = styledFrame().find((one) => one.includes('three'))
  expect(row).toContain('"text": "one two \x1b[1m\x1b[38;5;210mthree\x1b[39m\x1b[22m four five six",')
})

test('side by side shows removed and added lines next to each other, each in its column', async () => {
  const { press, body, command } = await openDiff([before, after], { columns: 120, rows: 40 })
  await press(...unified, ...unified)
  const rows = body().slice(3)
  const columns = (row: string | undefined) => row?.split(' │ ').map((cell) => cell.trim())
  expect(columns(rows.find((row) => row.includes('"on"')))).toEqual(['-     "on": true,', '+     "on": false,'])
  expect(columns(rows.find((row) => row.includes('"z",')))).toEqual(['▌', '+       "z",'])
  expect(columns(rows.find((row) => row.includes('"m00"')))).toEqual(['"m00": 0,', '"m00": 0,'])
  expect(rows.find((row) => row.includes('"on"'))?.indexOf('│')).toBe(60)
  expect(command()).toBe('= qd controls diff 1 2 --style split')
})

test('below 100 columns, side by side becomes unified text, with a notice', async () => {
  const { press, frame, list, command } = await openDiff([before, after], { columns: 99, rows: 40 })
  await press(...unified, ...unified)
  expect(frame().at(-1)).toContain('Side by side needs 100 columns: showing unified.')
  expect(list()).toContain(' -     "on": true,')
  await press('j')
  expect(command()).toBe('= qd controls diff 1 2 --style unified')
  await press(...unified)
  expect(list()[0]).toMatch(/▾ a /)
})

test('the selected part stays selected from one style to the next and back', async () => {
  const { press, selected } = await openDiff([before, after], { columns: 120, rows: 40 })
  await press('j', 'j')
  expect(selected()).toMatch(/~ on +true → false/)
  await press(...unified)
  expect(selected()).toBe('▌-     "on": true,')
  await press(...unified)
  expect(selected()).toMatch(/^▌- {5}"on": true,/)
  await press('n', ...unified)
  expect(selected()).toMatch(/~ m20\.text/)
})

test('the style stays for the next comparison', async () => {
  const { press, selected } = await openDiff([before, after, before], { columns: 80, rows: 40 })
  await press(...unified, 'Esc', 'j', 'Enter')
  expect(selected()).toBe('▌+       "z",')
})

test('the path of the selected line is shown below the text with its verdict, and can be copied', async () => {
  const { press, body, copied } = await openDiff([{ sandbox: { enabled: true } }, { sandbox: { enabled: false } }], {
    columns: 100,
  })
  await press(...unified, 'n', 'y', 'p', 'y', 'y')
  expect(body().at(-2)).toBe(' sandbox.enabled   !! critical switched off (rule sandbox)')
  expect(copied).toEqual(['sandbox.enabled', '~ sandbox.enabled  true → false'])
})
