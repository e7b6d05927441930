import { expect, test } from 'vitest'
import { expectHarmless } from '../../../helpers/expect-frame.ts'
import { openScreen } from '../../../helpers/screen.tsx'
import { openDiff, serveSettings } from './diff-service.ts'

/** 24,000 values; every 1,000th item and one switch differ. */
const large = (seed: number) => ({
  commandAllowlist: ['ls'],
  models: Array.from({ length: 8_000 }, (_, id) => ({ id: `m${id}`, on: id % 1_000 === 0 ? seed : 0, tag: 'same' })),
  sandbox: { enabled: seed === 1 },
})

test('while large settings are compared, `comparing…` is shown and the frame keeps its size', async () => {
  const { organisation } = await serveSettings([large(1), large(2)])
  const opened = await openScreen(organisation, { columns: 120, rows: 30, screen: 'controls' })
  await opened.frameWith((frame) => /latest \d+/.test(frame[3] ?? '') && (frame[0] ?? '').includes('0 req'))
  await opened.press('Enter')
  expect(opened.frames().some((frame) => frame.join('\n').includes('comparing…'))).toBe(true)
  const frame = await opened.frameWith('▾ models')
  for (const one of opened.frames()) expect(one).toHaveLength(30)
  expect(frame[3]).toMatch(/9 changed {3}!! 1 loosened/)
  expect(frame.find((row) => row.includes('[m1000].on'))).toContain('1 → 2')
})

test('the text of large settings is built in steps, and keys go from change to change', async () => {
  const { press, frameWith, selected, body } = await openDiff([large(1), large(2)], { columns: 80, rows: 30 })
  await frameWith('▾ models')
  await press('w', 'z', 's')
  await frameWith('"enabled": true')
  expect(selected()).toMatch(/^▌- +"enabled": true,/)
  await press('N')
  expect(body().at(-2)).toBe(' models[m7000].on   ◇ neutral changed, unknown meaning')
  await press('N')
  expect(body().at(-2)).toBe(' models[m6000].on   ◇ neutral changed, unknown meaning')
})

test('a filter of large settings leaves the matching parts of the text', async () => {
  const { press, frameWith, list } = await openDiff([large(1), large(2)], { columns: 80, rows: 30 })
  await frameWith('▾ models')
  await press('z', 's', '/', ...'sandbox', 'Enter')
  await frameWith((frame) => frame.join('\n').includes('"enabled": true') && !frame.join('\n').includes('"models"'))
  // Under load a frame may come before the last step of the text.
  await frameWith(() => list().length === 8)
})

const EVIL = [
  '\u001b]52;c;eA==\u0007',
  '\u009d8;;x\u009c',
  'a\u202eb',
  '\r\n\u0000',
  'z\u0300'.repeat(12),
  '\ud800',
  '漢字👩‍👩‍👧',
  '\u2028',
]

/** Settings whose names and values are hostile in every place. */
const hostile = (seed: number) => ({
  ...Object.fromEntries(EVIL.map((text, index) => [`${text}${index}`, `${text} value ${seed} of ${text.repeat(8)}`])),
  list: EVIL.map((text) => `${text} ${seed}`),
  items: EVIL.map((text, index) => ({
    id: text,
    note: index === seed ? text : 'same',
    deep: { [text]: [text, seed] },
  })),
  moved: seed === 1 ? EVIL : EVIL.toReversed(),
})

test.each([60, 100, 160])('at %i columns hostile settings are harmless in every style', async (columns) => {
  const opened = await openDiff([hostile(1), hostile(2)], { columns, rows: 24 })
  const keys = [...'jjjjjjjjjjjjjjjjjjjjjjjjjjjjggzs', ...'nnnnnnnnzRjjjjjjjjzsnnnn']
  for (const key of keys) {
    await opened.press(key)
    expectHarmless(opened.styledFrame(), columns, 24)
  }
  expect(opened.frame().join('\n')).toContain('⟨202E⟩')
})
