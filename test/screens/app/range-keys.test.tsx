import { expect, test } from 'vitest'
import { openScreen, sharedDemo } from '../../helpers/screen.tsx'
import { openUsage } from '../../helpers/usage-screen.ts'

const demo = sharedDemo()

test('{ and } move the whole window a period, and say where there is nothing more', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 30 })
  const days = () => / (\w{3} \d\d–(?:\w{3} )?\d\d)/.exec(opened.frame()[0] ?? '')?.[1]
  expect(days()).toBe('Nov 07–20')
  expect(opened.frame().at(-2)).toContain('t{} range')
  await opened.press('{')
  expect(days()).toBe('Oct 24–Nov 06')
  expect(opened.frame().at(-1)).toContain('--from 2026-10-24 --to 2026-11-06')
  await opened.press('{')
  expect(days()).toBe('Oct 10–23')
  await opened.press('}', '}')
  expect(days()).toBe('Nov 07–20')
  expect(opened.frame().at(-1)).toContain('--last 14d')
  await opened.press('}')
  expect(opened.frame().at(-1)).toContain('Yesterday is the last day with data: there is nothing later.')
  await opened.press('?')
  const help = opened.frame().join('\n')
  expect(help).toContain('the whole range a period earlier')
  expect(help).toContain('the same a period later')
})

test('screens that show all there is do not hear the keys of the range', async () => {
  const opened = await openScreen(demo, { columns: 120, rows: 30, screen: 'readiness' })
  await opened.loaded()
  await opened.press('{')
  expect(opened.session.get().range).toEqual({ is: 'last', days: 14 })
})

test.each([
  ['30d', { is: 'last', days: 30 }],
  ['1 oct..', { is: 'between', range: { from: '2026-10-01', to: '2026-11-20' } }],
])('the form of the range is replaced by the first key and takes %s', async (text, range) => {
  const opened = await openUsage(demo, { columns: 120, rows: 30 }, 't', 'f')
  await opened.press(...[...text].map((key) => (key === ' ' ? 'Space' : key)), 'Enter')
  expect(opened.session.get().range).toEqual(range)
})
