import { expect, test } from 'vitest'
import { sharedDemo } from '../../../helpers/screen.tsx'
import { openUsage } from '../../../helpers/usage-screen.ts'

const demo = sharedDemo()

test('h and l choose the day, stop at the ends of the range, and the explanation follows', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 })
  const explanation = () => opened.frame().find((row) => /^ \d\d Nov \w{3}/.test(row)) ?? ''
  expect(explanation()).toMatch(/^ 20 Nov Fri {3}5,100 /)
  await opened.press('l')
  expect(explanation()).toMatch(/^ 20 Nov Fri/)
  await opened.press('h', 'Left')
  expect(explanation()).toMatch(/^ 18 Nov/)
  expect(opened.frame().join('\n')).toContain('[18]')
  await opened.press(...'hhhhhhhhhhhh')
  expect(explanation()).toMatch(/^ 07 Nov/)
  await opened.press(...'llllll')
  const row = opened.frame().findIndex((line) => line.startsWith(' 13 Nov Fri'))
  expect(opened.frame()[row]).toMatch(
    /^ 13 Nov Fri {3}\d{2},\d{3} {3}\d{2},\d{3} over the usual Friday {3}median of 8 weeks/,
  )
  expect(opened.frame()[row + 1]).toMatch(/^ because by model opus \+\d.*; by person a\.chen \+\d/)
})

test('users in an explanation are shown by e-mail, even without usage on that day', async () => {
  const opened = await openUsage(demo, { columns: 200, rows: 60 })
  for (let day = 0; day < 13; day++) {
    expect(opened.frame().join('\n')).not.toMatch(/user_[0-9a-f]/)
    await opened.press('h')
  }
})

test('the day and the form of the chart stay when another view is shown', async () => {
  const opened = await openUsage(demo, {}, 'h', 'h', '.', 'Tab')
  await opened.loaded()
  const frame = opened.frame().join('\n')
  expect(frame).toContain('[18]')
  expect(frame).toContain(' 18 Nov Wed ')
  expect(frame).toMatch(/[\u2801-\u28ff]/)
})

test('the chart changes from bars to a line to a sparkline and back', async () => {
  const opened = await openUsage(demo)
  const bars = opened.frame()
  expect(bars.join('\n')).toContain('███')
  await opened.press('.')
  expect(opened.frame().slice(4, 8).join('\n')).toMatch(/[\u2801-\u28ff]/)
  await opened.press('.')
  expect(opened.frame()[4]).toBe(' credits ▂▂▃▄▅▃█▂▂▄▅▄▃▃ 25.7k')
  expect(opened.frame()[5]).toBe('         07 Nov ◆    [20 Nov]')
  await opened.press('.')
  expect(opened.frame()).toEqual(bars)
})

test('n and N jump between the unusual days, which are marked and named', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 })
  expect(opened.frame()[3]).toContain('! 13 Nov')
  expect(opened.frame().slice(4, 8).join('\n')).toContain('!')
  await opened.press('n')
  expect(opened.frame().join('\n')).toContain('[13]')
  await opened.press('l', 'N')
  expect(opened.frame().join('\n')).toContain('[13]')
  await opened.press('v', 'v', 'v', 'v', 'v', 'n')
  expect(opened.frame()[3]).toContain('cache share')
  expect(opened.frame().at(-1)).toContain('No unusual day in this range.')
})

test('z + grows the chart, z - shrinks it, z 0 resets it', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 })
  const heightOf = () => opened.frame().findIndex((row) => row.startsWith('─ by'))
  const usual = heightOf()
  await opened.press('z', '+')
  expect(heightOf()).toBe(usual + 2)
  await opened.press('z', '-', 'z', '-')
  expect(heightOf()).toBe(usual - 2)
  for (let step = 0; step < 9; step++) await opened.press('z', '-')
  expect(heightOf()).toBe(3 + 1 + 4 + 2)
  for (let step = 0; step < 30; step++) await opened.press('z', '+')
  // The table always keeps some rows.
  expect(heightOf()).toBeLessThan(30)
  await opened.press('z', '0')
  expect(heightOf()).toBe(usual)
})
