import { expect, test } from 'vitest'
import { openScreen, sharedDemo } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'
import { openUsage, selected } from '../../helpers/usage-screen.ts'

const demo = sharedDemo()

const DAY = '2026-11-13'

test('Enter on a chosen day breaks it down, comparing each row with the usual value of its weekday', async () => {
  const opened = await openUsage(demo, { columns: 140, rows: 36 }, 'n')
  expect(opened.frame().at(-2)).toContain('Enter 13 Nov')
  await opened.press('Enter')
  const frame = opened.frame()
  expect(frame[0]).toContain('Usage: credits by model > 13 Nov Fri')
  expect(frame.find((row) => row.startsWith(' MODEL'))).toMatch(/CREDITS▾ +% ALL +USUAL FRI +VS USUAL/)
  expect(frame.join('\n')).toContain('─ 13 Nov Fri by [model]')
  expect(frame.at(-1)).toContain(`--from ${DAY} --to ${DAY}`)
  expect(frame.find((row) => row.startsWith('▌opus'))).toMatch(/^▌opus +17,036 +66\.4 +768 +▲ 16,269 /)
})

test('while a day is broken down, h and l go through the days, F through the breakdowns, and Esc goes back to the range', async () => {
  const opened = await openUsage(demo, { columns: 140, rows: 36 }, 'n', 'Enter', 'l')
  expect(opened.frame()[0]).toContain('credits by model > 14 Nov Sat')
  expect(opened.frame().join('\n')).toContain('USUAL SAT')
  await opened.press('F', 'Enter')
  expect(opened.frame()[0]).toContain('credits by person > 14 Nov Sat')
  await opened.press('Esc')
  expect(opened.frame()[0]).toMatch(/credits by person +14d/)
  expect(opened.quits()).toBe(0)
})

test('the day stays selected when a person is opened', async () => {
  const opened = await openUsage(demo, { columns: 140, rows: 36 }, 'n', 'Enter', 'F', 'Enter')
  const who = selected(opened)
  await opened.press('Enter')
  await opened.loaded((frame) => (frame[0] ?? '').includes(` > 13 Nov Fri > ${who}`))
  expect(opened.frame().find((row) => row.startsWith('▌'))).toMatch(/^▌13 Nov Fri/)
})

test('after a move in the list, Enter opens the row instead of the day', async () => {
  const opened = await openUsage(demo, { columns: 140, rows: 36 }, 'n', 'j', 'k', 'Enter')
  expect(opened.frame()[0]).not.toContain('13 Nov')
  expect(opened.frame().join('\n')).toContain(' PERSON ')
})

test('q returns step by step to Overview, which opened the day', async () => {
  const opened = await openScreen(demo, { columns: 140, rows: 36 })
  await opened.loaded()
  await opened.press('Enter')
  await opened.loaded((frame) => frame[0]?.includes('Overview > Usage: credits by model, 13 Nov Fri ') === true)
  await opened.press('Enter')
  await opened.loaded((frame) => /credits by model, 13 Nov Fri > \S+ /.test(frame[0] ?? ''))
  await opened.press('q')
  expect(opened.frame()[0]).toContain('credits by model, 13 Nov Fri  ')
  await opened.press('q')
  expect(opened.frame()[0]).toContain('acme > Overview')
  // Opened by its key, it shows the whole range.
  await opened.press('2')
  expect(opened.frame()[0]).toMatch(/credits by model +14d/)
})

test('a day that is still loading is not reported as having no data', async () => {
  const front = await testFront(demo, (path) => (path.endsWith('/tokens') ? 'hold' : undefined))
  const opened = await openScreen(front, { columns: 140, rows: 36, screen: 'usage' })
  await opened.frameWith((frame) => frame[0]?.includes('credits by model') === true)
  await opened.press('y', 's')
  expect(opened.frame().at(-1)).toContain('Days are still loading.')
  expect(opened.copied).toEqual([])
})
