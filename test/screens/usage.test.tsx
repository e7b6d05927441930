import { afterAll, beforeAll, expect, test } from 'vitest'
import { textWidth } from '../../src/domain/width.ts'
import { isLoaded, type OpenedScreen, type OpenOptions, openScreen, startDemo } from '../helpers/screen.tsx'

let demo: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo.close())

const openUsage = async (options: OpenOptions = {}, ...keys: string[]): Promise<OpenedScreen> => {
  const opened = await openScreen(demo, { columns: 80, rows: 24, screen: 'usage', ...options })
  await opened.frameWith(isLoaded)
  await opened.press(...keys)
  return opened
}

const selected = (opened: OpenedScreen): string => {
  const rows = opened.frame().filter((row) => row.startsWith('▌'))
  expect(rows).toHaveLength(1)
  return rows[0]?.slice(1).split(/\s/)[0] ?? ''
}

/** The row above the table. */
const divider = (opened: OpenedScreen): string => opened.frame().find((row) => row.startsWith('─ by')) ?? ''

/** The columns of the table and its rows, each cut where two spaces stand. */
const tableOf = (opened: OpenedScreen): string[][] => {
  const frame = opened.frame()
  const start = frame.findIndex((row) => row.startsWith('─ by') || /^ \/ .* of \d+/.test(row)) + 1
  return frame
    .slice(start, -2)
    .filter((row) => row.trim() !== '')
    .map((row) => row.slice(1).split(/ {2,}/))
}

const namesOf = (opened: OpenedScreen): string[] => {
  const frame = opened.frame()
  const heading = frame.findIndex((row) => /^ (MODEL|PERSON)/.test(row))
  return frame.slice(heading + 1, -2).flatMap((row) => row.slice(1).split(/\s/)[0] || [])
}

const people = [
  'c.dubois',
  'a.chen',
  'c.ferrari',
  'v.martin',
  'x.klein',
  'e.mensah',
  'l.novak',
  'q.jansen',
  'h.fischer',
  'j.costa',
  'o.zhang',
].map((name) => `${name}@northwind.example`)

test('j and k move the selected row, keep it in the window and stop at the ends', async () => {
  const opened = await openUsage({ rows: 16 }, 'F')
  const seen: string[] = []
  for (let step = 0; step < people.length + 2; step++) {
    seen.push(selected(opened))
    await opened.press(step % 2 ? 'j' : 'Down')
  }
  expect(seen).toEqual([...people, people.at(-1), people.at(-1)])
  const back: string[] = []
  for (let step = 0; step < people.length + 1; step++) {
    await opened.press(step % 2 ? 'k' : 'Up')
    back.push(selected(opened))
  }
  expect(back).toEqual([...people.toReversed().slice(1), people[0], people[0]])
})

test('G and gg go to the ends, ^d and ^u move by the window, as do the named keys', async () => {
  const opened = await openUsage({ rows: 16 }, 'F')
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

test('h and l choose the day, stop at the ends of the range, and the explanation follows', async () => {
  const opened = await openUsage({ columns: 120, rows: 36 })
  const told = () => opened.frame().find((row) => /^ \d\d Nov \w{3}/.test(row)) ?? ''
  expect(told()).toMatch(/^ 20 Nov Fri {3}5,100 /)
  await opened.press('l')
  expect(told()).toMatch(/^ 20 Nov Fri/)
  const labels: string[] = []
  for (let step = 0; step < 15; step++) {
    labels.push(told().slice(1, 7))
    expect(opened.frame().join('\n')).toContain(`[${told().slice(1, 3)}]`)
    await opened.press(step % 2 ? 'h' : 'Left')
  }
  expect(labels).toEqual([
    ...Array.from({ length: 14 }, (_, day) => `${String(20 - day).padStart(2, '0')} Nov`),
    '07 Nov',
  ])
  await opened.press(...'llllll')
  const row = opened.frame().findIndex((line) => line.startsWith(' 13 Nov Fri'))
  expect(opened.frame()[row]).toMatch(
    /^ 13 Nov Fri {3}\d{2},\d{3} {3}\d{2},\d{3} over the usual Friday {3}median of 8 weeks/,
  )
  expect(opened.frame()[row + 1]).toMatch(/^ because opus \+\d.* a\.chen@northwind\.example \+\d/)
})

test('people who moved a day are told by e-mail, also those who are missing on it', async () => {
  const opened = await openUsage({ columns: 200, rows: 60 })
  for (let day = 0; day < 13; day++) {
    expect(opened.frame().join('\n')).not.toMatch(/user_[0-9a-f]/)
    await opened.press('h')
  }
})

test('F goes through the breakdowns, each with a selection of its own', async () => {
  const opened = await openUsage({}, 'j')
  expect(selected(opened)).toBe('opus')
  await opened.press('F', 'j', 'j')
  expect(opened.frame()[0]).toContain('credits by person')
  expect(divider(opened)).toContain('[person]')
  expect(selected(opened)).toBe(people[2])
  await opened.press('F')
  await opened.frameWith(isLoaded)
  expect(opened.frame()[0]).toContain('credits by model (grouped)')
  await opened.press('F')
  expect(opened.frame()[0]).toContain('credits figures')
  await opened.press('F')
  expect(divider(opened)).toContain('[model]')
  expect(selected(opened)).toBe('opus')
  await opened.press('F')
  expect(selected(opened)).toBe(people[2])
})

test('the selected row stays selected when the order changes, and each order can be turned round', async () => {
  const opened = await openUsage({ columns: 120, rows: 36 }, 'j')
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
  await opened.press('s', 'i')
  expect(namesOf(opened)).toEqual(['sonnet', 'gemini-pro', 'opus', 'codex', 'haiku'])
  await opened.press('s', 'o')
  expect(namesOf(opened)).toEqual(['sonnet', 'gemini-pro', 'opus', 'codex', 'haiku'])
  await opened.press('s', 'c', 's', 'c')
  expect(namesOf(opened)).toEqual(['haiku', 'codex', 'gemini-pro', 'opus', 'sonnet'])
  expect(selected(opened)).toBe('opus')
})

test('the filter narrows the rows as it is typed, and is kept, edited and cleared', async () => {
  const opened = await openUsage({}, 'F', '/')
  const counts = () => opened.frame().find((row) => row.includes(' of 11')) ?? ''
  await opened.press('.')
  expect(counts()).toMatch(/^ \/ \. +11 of 11$/)
  expect(opened.frame().at(-2)).toBe(' Enter keep the filter  Esc show all rows')
  await opened.press('Backspace', 'C', '.')
  expect(namesOf(opened)).toEqual([people[0], people[2]])
  expect(counts()).toContain('2 of 11')
  // Keys of the screen are text in the field.
  await opened.press('q')
  expect(opened.quits()).toBe(0)
  expect(opened.frame().join('\n')).toContain('No row has this in its name: Esc shows all.')
  await opened.press('Backspace', 'Enter')
  expect(counts()).toMatch(/^ \/ C\. +2 of 11, Esc shows all$/)
  expect(opened.frame().at(-2)).toContain('j/k row')
  await opened.press('j')
  expect(selected(opened)).toBe(people[2])
  await opened.press('Esc')
  expect(namesOf(opened)).toHaveLength(8)
  expect(selected(opened)).toBe(people[2])
  expect(opened.quits()).toBe(0)
  await opened.press('q')
  expect(opened.quits()).toBe(1)
})

test('Esc while typing a filter shows all rows and does not go back', async () => {
  const opened = await openUsage({}, '/', 'o', 'p', 'Esc')
  expect(namesOf(opened)).toHaveLength(5)
  expect(opened.quits()).toBe(0)
  await opened.press('/', 'o', 'p', '^c')
  expect(namesOf(opened)).toHaveLength(5)
  expect(opened.quits()).toBe(0)
})

test('what is pasted into the filter is cut to one line, and a paste elsewhere does nothing', async () => {
  const opened = await openUsage()
  await opened.paste('q1q')
  expect(opened.quits()).toBe(0)
  await opened.press('/')
  await opened.paste('son\x1b[31m\nnet')
  expect(opened.frame().join('\n')).toContain(' / son[31m net')
  await opened.press('^u')
  await opened.paste('son')
  expect(namesOf(opened)).toEqual(['sonnet'])
})

test('hostile text in the filter is shown and takes no effect', async () => {
  const opened = await openUsage({}, '/')
  await opened.paste('a\u202eb\u2028c')
  const typing = opened.frame().find((row) => row.startsWith(' / '))
  await opened.press('Enter')
  const kept = opened.frame().find((row) => row.startsWith(' / '))
  for (const row of [typing, kept]) expect(row).toContain('a⟨202E⟩b⟨2028⟩c')
})

test('a filter longer than the window does not make its row longer than the window', async () => {
  const opened = await openUsage({ columns: 60, rows: 16 }, '/')
  await opened.paste('漢字'.repeat(60))
  expect(Math.max(...opened.frame().map(textWidth))).toBeLessThanOrEqual(60)
  await opened.press('Enter')
  expect(Math.max(...opened.frame().map(textWidth))).toBeLessThanOrEqual(60)
})

test('the row, the filter and the order are as they were when the user comes back', async () => {
  const opened = await openUsage({}, 'F', 's', 'n', 'j', 'h', '/', 'e', 'Enter', '1')
  expect(opened.frame()[0]).toContain('Overview')
  await opened.press('2')
  const frame = opened.frame()
  expect(frame[0]).toContain('credits by person')
  expect(frame.join('\n')).toContain('PERSON▴')
  expect(frame.join('\n')).toContain('/ e ')
  expect(frame.join('\n')).toContain('[19]')
})

test('a column that stands for several days says so, also where there is little room', async () => {
  const opened = await openUsage({ state: { range: { is: 'all' } } })
  expect(opened.frame()[3]).toMatch(/total [\d,]+\? {3}7 days a column/)
})

test('without data in the range the screen says so and which key chooses others', async () => {
  const opened = await openUsage({
    state: { range: { is: 'between', range: { from: '2026-03-01', to: '2026-03-14' } } },
  })
  expect(opened.frame()[3]).toMatch(/total \? +median day \?$/)
  expect(opened.frame().join('\n')).toContain('There is no data for these days: t chooses others.')
})

test('Tab and S-Tab go round the views, and each keeps its row, order, filter, breakdown and measure', async () => {
  const opened = await openUsage({ columns: 120, rows: 36 }, 'j', 's', 'n')
  await opened.press('Tab')
  await opened.frameWith(isLoaded)
  expect(opened.frame()[3]).toContain('[tools]')
  expect(opened.frame()[0]).toContain('tools by tool')
  await opened.press('F', 'F', 'F', 'm', 'j', '/', 'e', 'Enter')
  const tools = opened.frame()
  expect(tools[0]).toContain('tools by skill')
  expect(tools[3]).toContain('slash commands ')
  const skill = selected(opened)
  await opened.press('Tab')
  await opened.frameWith(isLoaded)
  expect(opened.frame()[3]).toContain('[activity]')
  expect(opened.frame()[0]).toContain('activity figures')
  await opened.press('Tab')
  await opened.frameWith(isLoaded)
  expect(opened.frame()[3]).toContain('[productivity]')
  await opened.press('Tab')
  expect(opened.frame()[3]).toContain('[credits]')
  expect(namesOf(opened)).toEqual(['codex', 'gemini-pro', 'haiku', 'opus', 'sonnet'])
  expect(selected(opened)).toBe('opus')
  await opened.press('S-Tab', 'S-Tab', 'S-Tab')
  expect(selected(opened)).toBe(skill)
  expect(opened.frame().slice(3)).toEqual(tools.slice(3))
})

test('the day and the form of the chart stay when another view is shown', async () => {
  const opened = await openUsage({}, 'h', 'h', '.', 'Tab')
  await opened.frameWith(isLoaded)
  const frame = opened.frame().join('\n')
  expect(frame).toContain('[18]')
  expect(frame).toContain(' 18 Nov Wed ')
  expect(frame).toMatch(/[\u2801-\u28ff]/)
})

test('the chart changes from bars to a line to a sparkline and back', async () => {
  const opened = await openUsage()
  const bars = opened.frame()
  expect(bars.join('\n')).toContain('███')
  await opened.press('.')
  expect(opened.frame().slice(4, 8).join('\n')).toMatch(/[\u2801-\u28ff]/)
  await opened.press('.')
  expect(opened.frame()[4]).toBe(' credits ▂▂▃▄▅▃█▂▂▄▅▄▃▃ 25.7k')
  expect(opened.frame()[5]).toBe('         07 Nov      [20 Nov]')
  await opened.press('.')
  expect(opened.frame()).toEqual(bars)
})

test('n and N jump between the unusual days, which are marked and told of', async () => {
  const opened = await openUsage({ columns: 120, rows: 36 })
  expect(opened.frame()[3]).toContain('! 13 Nov')
  expect(opened.frame().slice(4, 8).join('\n')).toContain('!')
  await opened.press('n')
  expect(opened.frame().join('\n')).toContain('[13]')
  await opened.press('l', 'N')
  expect(opened.frame().join('\n')).toContain('[13]')
  await opened.press('m', 'm', 'm', 'm', 'm', 'n')
  expect(opened.frame()[3]).toContain('cache share')
  expect(opened.frame().at(-1)).toContain('No day of these is unusual for its weekday.')
})

test('m and M go through the measures, and in the figures they move the row', async () => {
  const opened = await openUsage({ columns: 120, rows: 36 })
  const title = () => opened.frame()[3] ?? ''
  await opened.press('m')
  expect(title()).toMatch(/raw input tokens [\d,]+ /)
  await opened.press('M', 'M')
  expect(title()).toMatch(/cache share, of range [\d.]+ %/)
  await opened.press('m')
  expect(title()).toMatch(/total [\d,]+ /)
  await opened.press('F', 'F', 'F')
  await opened.frameWith(isLoaded)
  expect(selected(opened)).toBe('credits')
  await opened.press('m', 'm')
  expect(opened.frame().find((row) => row.startsWith('▌'))).toContain('raw output tokens')
  expect(title()).toMatch(/raw output tokens [\d,]+ /)
  await opened.press('k')
  expect(title()).toMatch(/raw input tokens [\d,]+ /)
})

test('the figures stand in an order of their own, to which the third turn of an order goes back', async () => {
  const opened = await openUsage({ columns: 120, rows: 36 }, 'F', 'F', 'F')
  await opened.frameWith(isLoaded)
  const own = tableOf(opened).map(([name]) => name)
  expect(own.slice(0, 4)).toEqual(['FIGURE', 'credits', 'raw input tokens', 'raw output tokens'])
  await opened.press('s', 'n', 's', 'n')
  expect(tableOf(opened).map(([name]) => name)).not.toEqual(own)
  await opened.press('s', 'n')
  expect(tableOf(opened).map(([name]) => name)).toEqual(own)
})

test('Enter on a model shows its course and who used it; Esc shows all again', async () => {
  const opened = await openUsage({ columns: 120, rows: 36 }, 'j')
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

test('Enter on another row draws its course, and once more the measure again', async () => {
  const opened = await openUsage({ columns: 120, rows: 36 }, 'Tab')
  await opened.frameWith(isLoaded)
  const before = opened.frame()
  await opened.press('j', 'Enter')
  expect(opened.frame()[0]).toContain('tools by tool > Edit')
  expect(opened.frame()[3]).toMatch(/Edit [\d,]+ ▲/)
  await opened.press('Enter', 'k')
  expect(opened.frame()).toEqual(before)
})

test('Enter on a person opens the person', async () => {
  const opened = await openUsage({ columns: 120, rows: 36 }, 'F', 'j', 'Enter')
  expect(opened.frame()[0]).toContain('People')
  await opened.press('Esc')
  expect(opened.frame()[0]).toContain('credits by person')
  expect(selected(opened)).toBe('a.chen@northwind.example')
})

test('MCP servers whose names differ by case are one row with a mark, and z m shows them apart', async () => {
  const opened = await openUsage({ columns: 120, rows: 36 }, 'Tab')
  await opened.frameWith(isLoaded)
  await opened.press('F', 'F')
  const folded = tableOf(opened)
  expect(folded[0]?.slice(0, 3)).toEqual(['MCP SERVER', 'SAME NAME AS', 'CALLS▾'])
  expect(folded.slice(1, 3).map((row) => row.slice(0, 2))).toEqual([
    ['linear', '= Linear'],
    ['github', '= GitHub'],
  ])
  await opened.press('z', 'm')
  const names = tableOf(opened).map(([name]) => name)
  expect(names.filter((name) => /^(linear|github)$/i.test(name ?? '')).toSorted()).toEqual([
    'GitHub',
    'Linear',
    'github',
    'linear',
  ])
  await opened.press('z', 'm')
  expect(tableOf(opened)).toEqual(folded)
})

test('z + gives rows to the chart, z - takes them, z 0 gives them back', async () => {
  const opened = await openUsage({ columns: 120, rows: 36 })
  const heightOf = () => opened.frame().findIndex((row) => row.startsWith('─ by'))
  const usual = heightOf()
  await opened.press('z', '+')
  expect(heightOf()).toBe(usual + 2)
  await opened.press('z', '-', 'z', '-')
  expect(heightOf()).toBe(usual - 2)
  for (let step = 0; step < 9; step++) await opened.press('z', '-')
  expect(heightOf()).toBe(3 + 1 + 4 + 2)
  for (let step = 0; step < 30; step++) await opened.press('z', '+')
  // Some rows are always left for the table.
  expect(heightOf()).toBeLessThan(30)
  await opened.press('z', '0')
  expect(heightOf()).toBe(usual)
})

test('d takes the ghost and the deltas away', async () => {
  const opened = await openUsage()
  expect(opened.frame().slice(4, 8).join('')).toContain('·')
  expect(opened.frame()[3]).toContain('▲ 9.3 %')
  await opened.press('d')
  expect(opened.frame().slice(4, 8).join('')).not.toContain('·')
  expect(opened.frame()[3]).not.toContain('▲')
})

test.each([
  ['credits by model', [], 'analytics tokens --group-by model --last 14d'],
  ['credits by person', ['F'], 'analytics tokens --last 14d'],
  ['tools by tool', ['Tab'], 'analytics tools --last 14d'],
  ['tools by tool (grouped)', ['Tab', 'F'], 'analytics tools --group-by tool_name --last 14d'],
  ['activity by client', ['Tab', 'Tab', 'F'], 'analytics activity --last 14d'],
  ['activity by client (grouped)', ['Tab', 'Tab', 'F', 'F'], 'analytics activity --group-by client --last 14d'],
  ['productivity by language', ['S-Tab', 'F'], 'analytics productivity --last 14d'],
] as const)('Y copies what prints %s', async (crumb, presses, command) => {
  const opened = await openUsage({ columns: 120 }, ...presses)
  await opened.frameWith(isLoaded)
  expect(opened.frame()[0]).toContain(crumb)
  expect(opened.frame().at(-1)).toContain(` = qd ${command}`)
  await opened.press('Y')
  expect(opened.copied).toEqual([`qd ${command}`])
})

test('opened at a model, a view or a day it shows that', async () => {
  const opened = await openUsage({ columns: 120, rows: 36, screen: 'overview' })
  await opened.press('Enter')
  await opened.frameWith(isLoaded)
  expect(opened.frame()[0]).toContain('Usage > credits by model')
  expect(opened.frame().join('\n')).toContain('[13]')
})

test('while the session is private, people are called by pseudonyms wherever they are named', async () => {
  const opened = await openUsage({ columns: 200, rows: 60, state: { isPrivate: true } }, 'n')
  expect(opened.frame().find((row) => row.startsWith(' because'))).toMatch(/because opus \+/)
  expect(opened.frame().join('\n')).not.toContain('@')
  await opened.press('F')
  expect(namesOf(opened)).toHaveLength(11)
  expect(opened.frame().join('\n')).not.toContain('@')
  await opened.press('F', 'F', 'F', 'Enter')
  expect(opened.frame().join('\n')).toContain(' PERSON ')
  expect(opened.frame().join('\n')).not.toContain('@')
})

test('the month is forecast while it goes on, and not when it is over', async () => {
  const opened = await openUsage({ columns: 160, rows: 36 })
  expect(opened.frame()[3]).toMatch(/month ≈\d+k \d+k–\d+k/)
  await opened.press('t', 'l')
  await opened.frameWith(isLoaded)
  expect(opened.frame()[3]).toMatch(/total [\d,]+ .*cache \d+ %$/)
  expect(opened.frame()[3]).not.toContain('≈')
})

test('more days than columns are told with how many stand in one', async () => {
  const opened = await openUsage({ columns: 60, rows: 20, state: { range: { is: 'last', days: 70 } } })
  expect(opened.frame()[3]).toMatch(/\d+ days a column/)
  await opened.press('.')
  expect(opened.frame()[3]).toMatch(/\d+ days a column/)
})

// The demo of the tests begins on 12 September.
const after = (from: string, to: string) => ({ range: { is: 'between', range: { from, to } } }) as const

test('a change is marked where days of the period before are missing, in the head and above the column', async () => {
  const partial = await openUsage({ columns: 120, rows: 36, state: after('2026-09-19', '2026-10-02') })
  expect(partial.frame()[3]).toMatch(/ total [\d,]+ [▲▼] [\d.]+ %\? /)
  expect(partial.frame().join('\n')).toMatch(/ DELTA\? /)
  await partial.press('Tab')
  await partial.frameWith(isLoaded)
  expect(partial.frame()[3]).toMatch(/ tool calls [\d,]+ [▲▼] [\d.]+ %\? /)
  const whole = await openUsage({ columns: 120, rows: 36, state: after('2026-09-26', '2026-10-09') })
  expect(whole.frame()[3]).toMatch(/ total [\d,]+ [▲▼] [\d.]+ % /)
  expect(whole.frame().join('\n')).not.toMatch(/DELTA\?|%\?/)
})
