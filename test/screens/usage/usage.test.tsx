import { expect, test } from 'vitest'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { sharedDemo } from '../../helpers/screen.tsx'
import { divider, namesOf, openUsage, people, selected, tableOf } from '../../helpers/usage-screen.ts'

const demo = sharedDemo()

test('G and gg go to the ends, ^d and ^u move by the window, and so do the named keys', async () => {
  const opened = await openUsage(demo, { rows: 16 }, 'F', 'Enter')
  const after = async (...keys: string[]) => {
    await opened.press(...keys)
    return people.indexOf(selected(opened))
  }
  const height = namesOf(opened).length
  expect(height).toBeLessThan(people.length)
  expect(await after('G')).toBe(people.length - 1)
  expect(await after('g', 'g')).toBe(0)
  expect(await after('End')).toBe(people.length - 1)
  expect(await after('Home')).toBe(0)
  expect(await after('^d')).toBe(height - 1)
  expect(await after('PageDown')).toBe(2 * (height - 1))
  expect(await after('^b')).toBe(height - 1)
  expect(await after('^u', '^u')).toBe(0)
})

test('F goes through the breakdowns, each with its own selection', async () => {
  const opened = await openUsage(demo, {}, 'j')
  expect(selected(opened)).toBe('opus')
  await opened.press('F', 'Enter', 'j', 'j')
  expect(opened.frame()[0]).toContain('credits by person')
  expect(divider(opened)).toContain('[person]')
  expect(selected(opened)).toBe(people[2])
  await opened.press('F', 'Enter')
  await opened.loaded()
  expect(opened.frame()[0]).toContain('credits by model (grouped)')
  await opened.press('F', 'Enter')
  expect(opened.frame()[0]).toContain('credits figures')
  await opened.press('F', 'Enter', 'F', 'Enter')
  expect(divider(opened)).toContain('[model]')
  expect(selected(opened)).toBe('opus')
  await opened.press('F', 'Enter')
  expect(selected(opened)).toBe(people[2])
})

test('the selected row stays selected when the order changes, and each order can be reversed', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 }, 'j')
  expect(namesOf(opened)).toEqual(['sonnet', 'opus', 'gemini-pro', 'codex', 'haiku'])
  await opened.press('s', 'n')
  expect(namesOf(opened)).toEqual(['codex', 'gemini-pro', 'haiku', 'opus', 'sonnet'])
  expect(selected(opened)).toBe('opus')
  expect(opened.frame().join('\n')).toContain('MODEL▴')
  await opened.press('s', 'n')
  expect(namesOf(opened)).toEqual(['sonnet', 'opus', 'haiku', 'gemini-pro', 'codex'])
  expect(opened.frame().join('\n')).toContain('MODEL▾')
  await opened.press('s', 'd')
  expect(namesOf(opened)).toEqual(['opus', 'gemini-pro', 'sonnet', 'haiku', 'codex'])
  expect(selected(opened)).toBe('opus')
})

test('v and V go through the measures, and in the figures they move the selection', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 })
  const title = () => opened.frame()[3] ?? ''
  await opened.press('v')
  expect(title()).toMatch(/raw input tokens [\d,]+ /)
  await opened.press('V', 'V')
  expect(title()).toMatch(/cache share, of range [\d.]+ %/)
  await opened.press('v')
  expect(title()).toMatch(/total [\d,]+ /)
  await opened.press('F', 'Enter', 'F', 'Enter', 'F', 'Enter')
  await opened.loaded()
  expect(selected(opened)).toBe('credits')
  await opened.press('v', 'v')
  expect(opened.frame().find((row) => row.startsWith('▌'))).toContain('raw output tokens')
  expect(title()).toMatch(/raw output tokens [\d,]+ /)
  await opened.press('k')
  expect(title()).toMatch(/raw input tokens [\d,]+ /)
})

test('figures have their own order, which the third press of a sort key restores', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 }, 'F', 'Enter', 'F', 'Enter', 'F', 'Enter')
  await opened.loaded()
  const own = tableOf(opened).map(([name]) => name)
  expect(own.slice(0, 4)).toEqual(['FIGURE', 'credits', 'raw input tokens', 'raw output tokens'])
  await opened.press('s', 'n', 's', 'n')
  expect(tableOf(opened).map(([name]) => name)).not.toEqual(own)
  await opened.press('s', 'n')
  expect(tableOf(opened).map(([name]) => name)).toEqual(own)
})

test('Enter on a model shows its chart and its users; Esc shows all again', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 }, 'j')
  const before = opened.frame()
  await opened.press('Enter')
  expect(opened.frame()[0]).toContain('credits by model > opus')
  expect(opened.frame()[3]).toMatch(/opus 26,570 ▲ 130\.3 %/)
  expect(opened.frame().join('\n')).toContain(' PERSON ')
  expect(tableOf(opened)[1]?.[0]).toBe('a.chen@northwind.example')
  await opened.press('Esc')
  expect(opened.frame()).toEqual(before)
  expect(opened.quits()).toBe(0)
})

test('Enter on another row charts it, and Enter again charts the measure', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 36 }, 'Tab')
  await opened.loaded()
  const before = opened.frame()
  await opened.press('j', 'Enter')
  expect(opened.frame()[0]).toContain('tools by tool > Edit')
  expect(opened.frame()[3]).toMatch(/Edit [\d,]+ ▲/)
  await opened.press('Enter', 'k')
  expect(opened.frame()).toEqual(before)
})

test('F lists the breakdowns with a letter each and marks the shown one, and F again closes the list', async () => {
  const opened = await openUsage(demo, { columns: 100, rows: 30 })
  await opened.press('F')
  const frame = await opened.frameWith('── Break down by')
  const listed = frame
    .slice(frame.findIndex((row) => row.startsWith('── Break down by')) + 1, -2)
    .map((row) => row.slice(1).trim())
  expect(listed).toEqual([
    expect.stringMatching(/^m +model +current$/),
    expect.stringMatching(/^p +person$/),
    expect.stringMatching(/^o +model \(grouped\)$/),
    expect.stringMatching(/^f +figures$/),
    expect.stringMatching(/^t +team$/),
  ])
  await opened.press('F')
  expect(opened.frame()[0]).toContain('credits by model')
  await opened.press('F', 'p')
  expect((await opened.frameWith('credits by person'))[0]).toContain('Usage')
})

test('credits by team have the users of each team, and Enter lists the members', async () => {
  const opened = await openUsage(demo, { columns: 100, rows: 30 })
  await opened.press('F', 't')
  await opened.loaded()
  const rows = tableOf(opened)
  expect(rows[0]?.slice(0, 3)).toEqual(['TEAM', 'USERS', 'CREDITS▾'])
  expect(rows.map(([name]) => name)).toContain('core/platform')
  await opened.press('/', ...'core', 'Enter', 'Enter')
  expect(opened.frame().at(-1)).toContain('= qd analytics tokens --by person --team core')
})

test('without data in the range the screen shows a note and the key for another range', async () => {
  const opened = await openUsage(demo, {
    state: { range: { is: 'between', range: { from: '2026-03-01', to: '2026-03-14' } } },
  })
  expect(opened.frame()[3]).toMatch(/total \? +median day \?$/)
  expect(opened.frame().join('\n')).toContain('No data for these days. Press t to choose others.')
})

test('Tab and S-Tab cycle through the views, and each keeps its row, order, filter, breakdown and measure', async () => {
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
  await opened.loaded()
  expect(opened.frame()[3]).toContain('[savings]')
  await opened.press('Tab')
  expect(opened.frame()[3]).toContain('[credits]')
  expect(namesOf(opened)).toEqual(['codex', 'gemini-pro', 'haiku', 'opus', 'sonnet'])
  expect(selected(opened)).toBe('opus')
  await opened.press('S-Tab', 'S-Tab', 'S-Tab', 'S-Tab')
  expect(selected(opened)).toBe(skill)
  expect(opened.frame().slice(3)).toEqual(tools.slice(3))
})

const stateForRange = (from: string, to: string) => ({ range: { is: 'between', range: { from, to } } }) as const

test('a change is marked in the heading and above the column if days of the previous period are missing', async () => {
  const partial = await openUsage(demo, { columns: 120, rows: 36, state: stateForRange('2026-09-19', '2026-10-02') })
  expect(partial.frame()[3]).toMatch(/ total [\d,]+ [▲▼] [\d.]+ %\? /)
  expect(partial.frame().join('\n')).toMatch(/ DELTA\? /)
  await partial.press('Tab')
  await partial.loaded()
  expect(partial.frame()[3]).toMatch(/ tool calls [\d,]+ [▲▼] [\d.]+ %\? /)
  const whole = await openUsage(demo, { columns: 120, rows: 36, state: stateForRange('2026-09-26', '2026-10-09') })
  expect(whole.frame()[3]).toMatch(/ total [\d,]+ [▲▼] [\d.]+ % /)
  expect(whole.frame().join('\n')).not.toMatch(/DELTA\?|%\?/)
})

test('sparklines have their own scale; z r gives the column one scale, which heading and notice say', async () => {
  const opened = await openUsage(demo, { columns: 160, rows: 40 })
  const heading = () => opened.frame().find((row) => row.startsWith(' MODEL')) ?? ''
  const lines = () => opened.frame().flatMap((row) => /^[▌ ]\S.* ([▁-█⇡]{14}) /.exec(row)?.[1] ?? [])
  expect(heading()).toContain('14 DAYS, OWN SCALE')
  expect(lines().every((line) => line.includes('█'))).toBe(true)
  await opened.press('z', 'r')
  expect(heading()).toContain('14 DAYS, ONE SCALE')
  expect(lines().filter((line) => line.includes('█'))).toHaveLength(1)
  expect(opened.frame().at(-1)).toContain('All sparklines have one scale.')
})

test('a filter shows the sum and median of its rows; means are not added', async () => {
  const opened = await openUsage(demo, { columns: 120, rows: 50 }, 'F', 'Enter', '/', ...'credits>5k', 'Enter')
  const values = tableOf(opened).flatMap(([, credits = '']) =>
    /^[\d,]+$/.test(credits) ? [Number(credits.replaceAll(',', ''))] : [],
  )
  const sum = values.reduce((total, value) => total + value, 0)
  expect(values.length).toBeGreaterThan(3)
  expect(opened.frame().join('\n')).toContain(`of 11, credits sum ${fullNumber(sum)}, median`)
  await opened.press('Esc', 'Tab', 'Tab', 'F', 'Enter', '/', ...'users>0', 'Enter')
  expect(opened.frame().join('\n')).toMatch(/, users per day median [\d.,]+, Esc shows all/)
})
