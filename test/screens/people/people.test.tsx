import { expect, test } from 'vitest'
import { isExact, isIdle, manyPeople, nameIn, rowsOf, USERS } from '../../helpers/many-people.ts'
import { drawn, type OpenedScreen, openScreen } from '../../helpers/screen.tsx'

const { front, openPeople, pageRequests } = manyPeople()

const headOf = (opened: OpenedScreen): string => opened.frame()[3] ?? ''
const selectedRow = (opened: OpenedScreen): string => {
  const rows = opened.frame().filter((row) => row.startsWith('▌'))
  expect(rows).toHaveLength(1)
  return rows[0] ?? ''
}

test('one page is loaded, and the heading shows what the ranking covers and how many requests are left', async () => {
  const opened = await openPeople()
  expect(pageRequests()).toEqual(['?startDate=2026-10-24&endDate=2026-11-20&limit=100'])
  expect(headOf(opened)).toMatch(
    /^ 100 of about 2\d0 users {2}2 more requests: G loads all +sort credits▾ ranked among loaded users$/,
  )
  await drawn()
  expect(pageRequests()).toHaveLength(1)
})

test('until all people are loaded, ranks and shares are marked on screen, in copies and in exports', async () => {
  const opened = await openPeople({ columns: 120 })
  expect(rowsOf(opened)[0]).toMatch(/^▌ +~1 +\S+@… +[\d,]+ +~\d+\.\d /)
  await opened.press('y', 'y')
  expect(opened.copied.at(-1)).toMatch(/^~1\t\t\S+\t[\d,]+\t~\d+\.\d\t/)
  await opened.press('y', 'j')
  const copied = JSON.parse(opened.copied.at(-1) ?? '')
  expect(copied).toMatchObject({ partial_rank: 1, people_loaded: 100 })
  expect(Object.keys(copied)).not.toEqual(expect.arrayContaining(['rank']))
  expect(Object.keys(copied)).not.toEqual(expect.arrayContaining(['share']))
  await opened.press('/')
  await opened.paste('rank<=10')
  await opened.press('Enter')
  expect(opened.frame()[4]).toContain('rank is relative to the 100 loaded users; press G to load all')
  await opened.press('Enter')
  expect(opened.frame()[3]).toMatch(/#~1 of 100 loaded by credits +~\d+\.\d % of all credits/)
  expect(opened.frame().find((row) => row.startsWith('▌'))).toMatch(/ ~\d+ /)
  await opened.press('Esc', '|')
  expect(opened.outside.paged.at(-1)).toMatch(/\| partial_share \|.*\| people_loaded \|/)
  await opened.press('^s')
  await opened.frameWith('-of-100-loaded')
  await opened.press('Esc', 'G')
  await opened.frameWith(isExact)
  await opened.press('g', 'g')
  expect(opened.frame()[4]).toContain('10 of ')
  expect(rowsOf(opened)[0]).toMatch(/^▌ +1 +(=|[+-]\d+|new) +\S+ +[\d,]+ +\d+\.\d /)
  await opened.press('y', 'j')
  expect(JSON.parse(opened.copied.at(-1) ?? '')).toMatchObject({ rank: 1 })
})

test('the notice at the last loaded row mentions that more users exist', async () => {
  const opened = await openPeople({}, '/')
  await opened.paste('credits>=0')
  await opened.press('Enter', 'g', '1', '0', '0', 'G', 'j')
  expect(opened.frame().at(-1)).toContain('This is the last of 100 loaded users. Press G to load all.')
  await opened.press('g', 'g', 'k')
  expect(opened.frame().at(-1)).toContain('This is the first row.')
  await opened.press('G')
  await opened.frameWith(isExact)
  await opened.frameWith((frame) => frame.at(-7)?.startsWith('▌') === true)
  await opened.press('j')
  expect(opened.frame().at(-1)).toContain('This is the last row.')
})

test('the screen shows that loading stopped only after a key stopped it', async () => {
  front().play((path) => (path === USERS ? 'hold' : undefined))
  const opened = await openScreen(front(), { screen: 'people' })
  await opened.frameWith(() => pageRequests().length === 1)
  expect(opened.frames().flat().join('\n')).not.toContain('was stopped')
  await opened.press('G')
  await opened.frameWith('Esc stops')
  await opened.press('Esc')
  await opened.frameWith('Loading stopped. Press R to resume.')
})

test('without a comparison only the days of the range are loaded', async () => {
  await openPeople({ state: { isComparing: false } })
  expect(pageRequests()).toEqual(['?startDate=2026-11-07&endDate=2026-11-20&limit=100'])
})

test('by name, a selection near the end loads exactly one more page', async () => {
  const opened = await openPeople({}, 's', 'n')
  expect(pageRequests()).toHaveLength(1)
  await opened.press('g', '9', '9', 'G')
  await opened.frameWith((frame) => isIdle(frame) && (frame[3] ?? '').includes('200 of about'))
  await drawn()
  expect(pageRequests()).toHaveLength(2)
  await opened.press('G')
  await opened.frameWith(isExact)
  expect(pageRequests()).toHaveLength(3)
  expect(new Set(pageRequests()).size).toBe(3)
})

test('rows that arrive leave the selected person selected, in the same row of the window', async () => {
  const opened = await openPeople()
  for (let step = 0; step < 20; step++) await opened.press('j')
  const before = selectedRow(opened)
  const y = opened.frame().indexOf(before)
  const rank = Number(/\d+/.exec(before)?.[0])
  opened.queries().walk({ from: '2026-10-24', to: '2026-11-20' }).all()
  await opened.frameWith(isExact)
  const after = selectedRow(opened)
  expect(nameIn(after)).toBe(nameIn(before))
  expect(opened.frame().indexOf(after)).toBe(y)
  expect(Number(/\d+/.exec(after)?.[0])).toBeGreaterThan(rank)
})

test.each(['Esc', '^c'])('%s stops loading: rows stay, and nothing more is loaded until G resumes', async (key) => {
  const opened = await openPeople()
  front().play((path, query) =>
    path === USERS && query.has('cursor') && pageRequests().length > 2 ? 'hold' : undefined,
  )
  await opened.press('G')
  await opened.frameWith((frame) => /^ 200 of about 2\d0 users .*Esc stops/.test(frame[3] ?? ''))
  await opened.frameWith(() => pageRequests().length === 3)
  await opened.press(key)
  await opened.frameWith(isIdle)
  expect(headOf(opened)).toMatch(/^ 200 of about 2\d0 users {2}1 more request: G loads all/)
  expect(opened.quits()).toBe(0)
  expect(pageRequests()).toHaveLength(3)
  front().play()
  await drawn()
  expect(pageRequests()).toHaveLength(3)
  await opened.press('G')
  await opened.frameWith(isExact)
  // The page that was stopped is requested again.
  expect(new Set(pageRequests()).size).toBe(3)
})

test('leaving the screen cancels the current page, and coming back resumes at its cursor', async () => {
  const opened = await openPeople()
  front().play((path, query) => (path === USERS && query.has('cursor') ? 'hold' : undefined))
  await opened.press('End')
  await opened.frameWith(() => pageRequests().length === 2)
  await opened.press('1')
  await opened.frameWith(() =>
    front().requests.some(({ query, state }) => query.includes('cursor') && state === 'abandoned'),
  )
  front().play()
  await opened.press('3', 'G')
  await opened.frameWith(isExact)
  expect(pageRequests().filter((query) => !query.includes('cursor'))).toHaveLength(1)
})

test('a page that fails keeps the rows and shows the error, and R retries it', async () => {
  const opened = await openPeople()
  const body = { status: 400, title: 'Bad Request', detail: 'not this page', requestId: 'r-7' }
  front().play((path, query) => (path === USERS && query.has('cursor') ? { status: 400, body } : undefined))
  await opened.press('G')
  const failed = await opened.frameWith('request r-7')
  expect(failed.join(' ').replaceAll(/\s+/g, ' ')).toContain('details: not this page. status 400 request r-7 R retries')
  expect(failed[0]).toContain('✗')
  expect(rowsOf(opened).length).toBeGreaterThan(5)
  const requested = pageRequests().length
  await opened.press('j', 'j')
  expect(pageRequests()).toHaveLength(requested)
  front().play()
  await opened.press('R')
  await opened.frameWith((frame) => isIdle(frame) && (frame[3] ?? '').includes('200 of about'))
  expect(opened.frame().join('\n')).not.toContain('status 400')
  // Resuming never starts at the first page.
  expect(pageRequests().filter((query) => !query.includes('cursor'))).toHaveLength(1)
})

test('each measure can be sorted by, and its column is shown at any width', async () => {
  const opened = await openPeople({ columns: 60, rows: 16 })
  for (const [letter, title] of [
    ['q', 'PROMPTS▾'],
    ['h', 'HOOKS▾'],
    ['l', 'SLASH▾'],
    ['k', 'SKILLS▾'],
    ['x', 'MCP▾'],
    ['b', 'CREATED▾'],
    ['e', 'MODE▾'],
    ['i', 'MODEL▴'],
    ['u', 'LAST SEEN▾'],
    ['v', 'MOVE▾'],
    ['a', 'AUTON▾'],
    ['y', 'DAYS▾'],
  ] as const) {
    await opened.press('s', letter)
    expect(opened.frame()[5]).toContain(title)
  }
  await opened.press('s', 'w')
  expect(opened.frame().at(-1)).toContain('To sort this way, press zd to show single days.')
})

test('the preview below the list follows the selection after a pause, and stays unchanged until then', async () => {
  const opened = await openPeople({ rows: 36 })
  const previewed = (frame: readonly string[]): string => /^ (\S+)/.exec(frame.at(-5) ?? '')?.[1] ?? ''
  const selected = (frame: readonly string[]): string => nameIn(frame.find((row) => row.startsWith('▌')) ?? '')
  const isSame = (frame: readonly string[]): boolean => previewed(frame).split('@')[0] === selected(frame).split('@')[0]
  const [first, second] = rowsOf(opened).map(nameIn)
  expect(selected(opened.frame())).toBe(first)
  expect(isSame(opened.frame())).toBe(true)

  const before = opened.frames().length
  await opened.press('j')
  await opened.frameWith((frame) => selected(frame) === second && isSame(frame))
  const [moved] = opened.frames().slice(before)
  expect(selected(moved ?? [])).toBe(second)
  expect(previewed(moved ?? []).split('@')[0]).toBe(first?.split('@')[0])
})

test('zp hides and shows the preview', async () => {
  const opened = await openPeople({ columns: 100, rows: 24 })
  const rules = () => opened.frame().filter((row) => /^─+$/.test(row)).length
  expect(rules()).toBe(3)
  await opened.press('z', 'p')
  expect(rules()).toBe(2)
  await opened.press('z', 'p')
  expect(rules()).toBe(3)
  await opened.resize(100, 18)
  await opened.press('z', 'p')
  expect(opened.frame().at(-1)).toContain('Window too short for the detail pane.')
})
