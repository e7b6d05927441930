import { expect, test } from 'vitest'
import { sharedDemo } from '../../helpers/screen.tsx'
import { namesOf, openUsage, selected } from '../../helpers/usage-screen.ts'

const demo = sharedDemo()

test('without data in the range the screen says so and which key chooses others', async () => {
  const opened = await openUsage(demo, {
    state: { range: { is: 'between', range: { from: '2026-03-01', to: '2026-03-14' } } },
  })
  expect(opened.frame()[3]).toMatch(/total \? +median day \?$/)
  expect(opened.frame().join('\n')).toContain('There is no data for these days: t chooses others.')
})

test('Tab and S-Tab go round the views, and each keeps its row, order, filter, breakdown and measure', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 }, 'j', 's', 'n')
  await opened.press('Tab')
  await opened.loaded()
  expect(opened.frame()[3]).toContain('[tools]')
  expect(opened.frame()[0]).toContain('tools by tool')
  await opened.press('F', 'Enter', 'F', 'Enter', 'F', 'Enter', 'v', 'j', '/', 'e', 'Enter')
  const tools = opened.frame()
  expect(tools[0]).toContain('tools by skill')
  expect(tools[3]).toContain('slash commands ')
  const skill = selected(opened)
  await opened.press('Tab')
  await opened.loaded()
  expect(opened.frame()[3]).toContain('[activity]')
  expect(opened.frame()[0]).toContain('activity figures')
  await opened.press('Tab')
  await opened.loaded()
  expect(opened.frame()[3]).toContain('[productivity]')
  await opened.press('Tab')
  expect(opened.frame()[3]).toContain('[credits]')
  expect(namesOf(opened)).toEqual(['codex', 'gemini-pro', 'haiku', 'opus', 'sonnet'])
  expect(selected(opened)).toBe('opus')
  await opened.press('S-Tab', 'S-Tab', 'S-Tab')
  expect(selected(opened)).toBe(skill)
  expect(opened.frame().slice(3)).toEqual(tools.slice(3))
})

const after = (from: string, to: string) => ({ range: { is: 'between', range: { from, to } } }) as const

test('a change is marked where days of the period before are missing, in the head and above the column', async () => {
  const partial = await openUsage(demo, { columns: 120, rows: 36, state: after('2026-09-19', '2026-10-02') })
  expect(partial.frame()[3]).toMatch(/ total [\d,]+ [▲▼] [\d.]+ %\? /)
  expect(partial.frame().join('\n')).toMatch(/ DELTA\? /)
  await partial.press('Tab')
  await partial.loaded()
  expect(partial.frame()[3]).toMatch(/ tool calls [\d,]+ [▲▼] [\d.]+ %\? /)
  const whole = await openUsage(demo, { columns: 120, rows: 36, state: after('2026-09-26', '2026-10-09') })
  expect(whole.frame()[3]).toMatch(/ total [\d,]+ [▲▼] [\d.]+ % /)
  expect(whole.frame().join('\n')).not.toMatch(/DELTA\?|%\?/)
})
