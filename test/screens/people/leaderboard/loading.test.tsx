import { expect, onTestFinished, test } from 'vitest'
import { startPagedUsers } from '../../../helpers/paged-users.ts'
import { drawn, type OpenedScreen, type OpenOptions, openScreen, until } from '../../../helpers/screen.tsx'

const USERS = 3_000

/** People of a new server with 3,000 users, of which the first `pages` pages are sent. */
const open = async (pages: number, options: OpenOptions = {}) => {
  const server = await startPagedUsers(USERS)
  onTestFinished(server.close)
  server.allow(pages)
  const opened = await openScreen(server, { columns: 120, rows: 30, screen: 'people', ...options })
  const head = (): string => opened.frame()[3] ?? ''
  const headWith = (text: string) => opened.frameWith(() => head().includes(text))
  /** Sends more pages, until this number of users is shown. */
  const arrive = (more: number, shown: string) => {
    server.allow(more)
    return headWith(shown)
  }
  return { server, opened, head, headWith, arrive }
}

const selectedY = (frame: readonly string[]): number => frame.findIndex((row) => row.startsWith('▌'))
const selectedRow = (opened: OpenedScreen): string => opened.frame()[selectedY(opened.frame())] ?? ''
const userIn = (row: string): string => /user_\d+/.exec(row)?.[0] ?? ''
/** Each row of the window in which the selection was since a frame, once. */
const placesSince = (opened: OpenedScreen, frame: number): number[] => [
  ...new Set(
    opened
      .frames()
      .slice(frame)
      .map(selectedY)
      .filter((y) => y >= 0),
  ),
]

test('while 3,000 users load, the selection stays in its row of the screen, before and after the user has moved', async () => {
  const { server, opened, head, headWith, arrive } = await open(4)
  await headWith('400 of about 3,000 users')
  expect(head()).toMatch(/ {2}▇+▁+ {2}26 requests left {2}P pauses {3,}sort credits▾ ranked among loaded users$/)
  const [first] = placesSince(opened, 0)
  const top = userIn(selectedRow(opened))
  await arrive(6, '1,000 of about 3,000 users')
  // No user was selected: the first row is now another user.
  expect(placesSince(opened, 0)).toEqual([first])
  expect(userIn(selectedRow(opened))).not.toBe(top)
  expect(selectedRow(opened)).toMatch(/^▌ +~1 +user_/)

  for (const [keys, pages, shown] of [
    [['j', 'j', 'j'], 5, '1,500 of'],
    [['^d', '^d'], 5, '2,000 of'],
    [['k'], 5, '2,500 of'],
  ] as const) {
    await opened.press(...keys)
    const user = userIn(selectedRow(opened))
    const y = selectedY(opened.frame())
    const from = opened.frames().length - 1
    await arrive(pages, shown)
    expect(placesSince(opened, from)).toEqual([y])
    expect(userIn(selectedRow(opened))).toBe(user)
  }
  const from = opened.frames().length - 1
  const y = selectedY(opened.frame())
  await arrive(99, 'ranks are final')
  expect(placesSince(opened, from)).toEqual([y])
  expect(new Set(server.cursors).size).toBe(30)
  expect(server.cursors).toHaveLength(30)
})

test('until all users are loaded ranks are marked and MOVE is empty; the end is announced once', async () => {
  const { opened, head, headWith, arrive } = await open(4)
  await headWith('400 of')
  expect(selectedRow(opened)).toMatch(/^▌ +~1 {9}user_00399 +3,991 +~\d+\.\d /)
  expect(opened.frame().at(-1)).not.toContain('final')
  const rank = (): string =>
    opened
      .styledFrame()
      .find((row) => row.includes('▌'))
      ?.split('user_')[0] ?? ''
  const muted = rank()
  await arrive(99, ' 3,000 users   ranks are final')
  await opened.frameWith('All 3,000 users are loaded: ranks are final.')
  expect(selectedRow(opened)).toMatch(/^▌ +1 +user_02999 +29,991 +\d+\.\d /)
  expect([muted, rank()].map((text) => text.match(/\x1b\[38;5;\d+m *~?1/)?.length ?? 0)).toEqual([1, 0])
  const count = () => opened.frames().filter((frame) => frame.at(-1)?.includes('ranks are final')).length
  await opened.press('j')
  expect(opened.frame().at(-1)).toContain('= qd analytics users')
  const said = count()
  await opened.press('1', '3', 's', 't', 'd', 'd', 'r')
  await opened.frameWith(() => head().includes('ranks are final'))
  expect(count()).toBe(said)
})

test('above the limit it asks, and G loads all and goes to the last row', async () => {
  const { server, opened, head, headWith } = await open(99, { peopleAutoload: 500 })
  await headWith(' 500 of about 3,000 users  25 more requests: G loads all ')
  expect(server.cursors).toHaveLength(5)
  await opened.press('g', '5', '0', '0', 'G', 'j')
  expect(opened.frame().at(-1)).toContain('This is the last of 500 loaded users. Press G to load all.')
  await drawn()
  expect(server.cursors).toHaveLength(5)
  server.allow(3)
  await opened.press('G')
  await headWith('800 of about 3,000 users')
  expect(head()).toContain('Esc stops')
  server.allow(99)
  await headWith('ranks are final')
  await opened.frameWith(() => /^▌ +3,000 /.test(selectedRow(opened)))
})

test('with a limit of 0 nothing loads in the background', async () => {
  const { server, opened, headWith } = await open(99, { peopleAutoload: 0 })
  await headWith(' 100 of about 3,000 users  29 more requests: G loads all ')
  await opened.press('^d', '^d', '^d', '^d', '^d')
  await drawn()
  expect(server.cursors).toHaveLength(1)
})

test('P pauses loading and resumes it at the same page', async () => {
  const { server, opened, headWith } = await open(4)
  await headWith('400 of about')
  await opened.press('P')
  await headWith('  paused  26 more requests: G loads all  P resumes ')
  const requested = server.cursors.length
  server.allow(99)
  await opened.press('j', 'End', 'Esc')
  await opened.press('k')
  await opened.press('P')
  await headWith('ranks are final')
  expect(new Set(server.cursors.slice(requested - 1)).size).toBeGreaterThan(20)
  expect(server.cursors.filter((cursor) => cursor === '0')).toHaveLength(1)
})

test('opened while paused, only the first page loads', async () => {
  const { server, headWith } = await open(99, { state: { pausedAt: Date.now() } })
  await headWith(' 100 of about 3,000 users  paused  29 more requests: G loads all  P resumes ')
  await drawn()
  expect(server.cursors).toHaveLength(1)
})

/** Waits that end when the test says so. */
const heldSleep = () => {
  const waits: { ms: number; end: () => void }[] = []
  const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new Error('aborted'))
      waits.push({ ms, end: resolve })
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  return { waits, sleep }
}

test('a 429 is waited out with a countdown, and a second one pauses loading until P', async () => {
  const { waits, sleep } = heldSleep()
  const { server, opened, head, headWith } = await open(99, { client: { sleep } })
  server.reply(3, { status: 429, headers: { 'retry-after': '90' } })
  server.reply(9, { status: 429, headers: { 'retry-after': '1' } })
  await headWith(' 200 of about 3,000 users ')
  await headWith('rate limit reached, continues in 90 s')
  expect([waits[0]?.ms, server.cursors.length]).toEqual([90_000, 3])
  waits[0]?.end()
  await headWith('paused: rate limit')
  expect(opened.frame().at(-1)).toContain('a second 429 (rate limit), so loading is paused. Press P to resume.')
  expect(opened.frame()[0]).toContain('paused')
  expect(head()).toMatch(/^ 700 of about 3,000 users .*P resumes /)
  await drawn()
  expect(server.cursors).toHaveLength(9)
  await opened.press('P')
  await headWith('ranks are final')
  // No page is requested twice, apart from those that were rejected.
  expect(server.cursors.length).toBe(30 + 2)
})

test('by name, pages load only when the selection nears the end; sorted by a figure again, all load', async () => {
  const { server, opened, headWith } = await open(99, { peopleAutoload: 100 })
  await headWith('100 of about')
  await opened.press('s', 'n')
  expect(selectedRow(opened)).toContain('user_00000')
  await drawn()
  expect(server.cursors).toHaveLength(1)
  for (const [row, pages] of [
    ['50', 1],
    ['95', 2],
    ['96', 2],
    ['195', 3],
  ] as const) {
    await opened.press('g', ...row, 'G')
    await opened.frameWith(() => selectedRow(opened).includes(`user_${String(Number(row) - 1).padStart(5, '0')}`))
    await until(
      () => server.cursors.length === pages,
      () => server.cursors,
    )
    await drawn()
    expect([row, server.cursors.length]).toEqual([row, pages])
  }
  await opened.press('g', '7', '5', '0', 'G')
  await opened.frameWith(() => selectedRow(opened).includes('user_00749'))
  expect(server.cursors.length).toBeLessThan(10)
})

test('a change to the order of the server stops loading in the background, and a figure continues it', async () => {
  const { server, opened, headWith } = await open(4)
  await headWith('400 of about')
  await opened.press('s', 'n')
  await headWith('26 more requests: G loads all')
  server.allow(99)
  await drawn()
  expect(server.cursors.length).toBeLessThanOrEqual(5)
  await opened.press('s', 'c')
  await headWith('ranks are final')
})

test('by a figure, a row number stays selected until the ranks are final, whichever user it has', async () => {
  const { opened, headWith, arrive } = await open(2)
  await headWith('200 of about')
  await opened.press('g', '2', '5', '0', 'G')
  expect(selectedRow(opened)).toMatch(/~1 /)
  await arrive(4, '600 of about')
  await opened.frameWith(() => /^▌ +~250 /.test(selectedRow(opened)))
  await arrive(4, '1,000 of about')
  expect(selectedRow(opened)).toMatch(/^▌ +~250 /)
  await arrive(99, 'ranks are final')
  await opened.frameWith(() => /^▌ +250 /.test(selectedRow(opened)))
  const user = userIn(selectedRow(opened))
  await opened.press('s', 'n')
  expect(userIn(selectedRow(opened))).toBe(user)
})

test('gg returns to the first row, which stays selected while users arrive', async () => {
  const { opened, headWith, arrive } = await open(2)
  await headWith('200 of about')
  await opened.press('j', 'j', 'g', 'g')
  const user = userIn(selectedRow(opened))
  await arrive(10, '1,200 of about')
  expect(selectedRow(opened)).toMatch(/^▌ +~1 /)
  expect(userIn(selectedRow(opened))).not.toBe(user)
})

test('a row that does not exist selects the last one of all users', async () => {
  const { opened, headWith } = await open(99)
  await headWith('users')
  await opened.press('g', '9', '9', '9', '9', 'G')
  await opened.frameWith(() => /^▌ +3,000 /.test(selectedRow(opened)))
})

test('another screen stops loading; back on People it continues where it stopped', async () => {
  const { server, opened, headWith } = await open(4)
  await headWith('400 of about')
  await opened.press('8')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('0 req'))
  server.allow(99)
  await drawn()
  expect(server.cursors).toHaveLength(5)
  await opened.press('3')
  await headWith('ranks are final')
  expect(server.cursors.filter((cursor) => cursor === '400')).toHaveLength(2)
  expect(server.cursors).toHaveLength(31)
})

test('behind an open user the list loads on, and P pauses it there too', async () => {
  const { server, opened, headWith } = await open(4)
  await headWith('400 of about')
  await opened.press('j', 'Enter')
  server.allow(4)
  await opened.frameWith('of 800 loaded by credits')
  await opened.press('P')
  const requested = server.cursors.length
  server.allow(99)
  await drawn()
  expect(server.cursors).toHaveLength(requested)
  await opened.press('Esc')
  await headWith(' 800 of about 3,000 users  paused ')
  expect(server.cursors).toHaveLength(requested)
})
