import { expect, onTestFinished, test } from 'vitest'
import { fileService, open, selectedRow } from '../helpers/e2e.ts'
import { startFront } from '../helpers/front-server.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { envOf, foldersIn } from '../helpers/pty.ts'

const USERS = '/api/v1/analytics/users'
const DAY_MS = 86_400_000

const service = fileService({ demo: { users: 260, days: 40, seed: 1 } })

/** The explorer on its list of people, in folders of its own, through a front that counts what is asked for. */
const openPeople = async () => {
  const home = makeFolder()
  const front = await startFront({ url: service.url, key: service.keys.owner })
  onTestFinished(() => front.close())
  const env = { ...envOf(front.url, front.key), ...foldersIn(home) }
  const openList = () => open({ args: ['--screen', 'people'], rows: 36, env })
  const pages = () => front.requests.filter(({ path }) => path === USERS).map(({ query }) => query)
  return { program: openList(), openList, pages }
}

type Person = { name: string; credits: number; tools: number; days: Map<string, number>; modes: Map<string, number> }

/** Everybody over the last 14 days, added up plainly from the rows of the API. */
const peopleOfApi = async (): Promise<Person[]> => {
  const daysAgo = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10)
  const people = new Map<string, Person>()
  for (let cursor: string | undefined = '', isMore = true; isMore; ) {
    const query = new URLSearchParams({ startDate: daysAgo(14), endDate: daysAgo(1), limit: '100' })
    if (cursor) query.set('cursor', cursor)
    const { data, meta } = (await service.ask(`${USERS}?${query}`)).body
    for (const row of data) {
      const name = row.user_email === null ? row.user_id : `${row.user_email.split('@')[0]}@`
      const own = people.get(row.user_id) ?? { name, credits: 0, tools: 0, days: new Map(), modes: new Map() }
      people.set(row.user_id, own)
      own.credits += row.billable_tokens
      own.tools += row.tool_calls
      own.days.set(row.date, row.billable_tokens)
      own.modes.set(row.delegation_level, (own.modes.get(row.delegation_level) ?? 0) + 1)
    }
    cursor = meta.next_cursor
    isMore = meta.has_more === true
  }
  return [...people.values()]
}

const grouped = (value: number): string => value.toLocaleString('en-US')
const selects = (text: string) => (screen: string[]) => selectedRow(screen).includes(text)
/** The row of the screen that the selected person stands in. */
const placeOf = (screen: readonly string[]): number => screen.findIndex((row) => row.startsWith('▌'))

test('the list is opened, scrolled, loaded whole, sorted, filtered, drilled into, and is as it was on the way back', async () => {
  const { program, pages } = await openPeople()
  const people = await peopleOfApi()
  const byCredits = people.toSorted((a, b) => b.credits - a.credits)
  const byTools = people.toSorted((a, b) => b.tools - a.tools)

  // One page first, and the head says that it is not all.
  await program.waitFor((screen) => /^ 100 people of about 2\d\d loaded/.test(screen[3] ?? ''))
  expect(pages()).toHaveLength(1)

  // Scrolling moves the selection.
  const first = selectedRow(await program.waitFor(selects('  ~1 ')))
  await program.pressUntil('j j j', selects('  ~4 '))
  await program.pressUntil('k k k', (screen) => selectedRow(screen) === first)

  // All of them, with the last one selected: below who used least only those who are gone.
  const all = await program.pressUntil('G', (screen) => (screen[3] ?? '').startsWith(` ${people.length} people `))
  expect(all[3]).toContain(`credits ${grouped(people.reduce((sum, { credits }) => sum + credits, 0))}`)
  const end = await program.waitFor((screen) => /^─+$/.test(screen[placeOf(screen) + 1] ?? ''))
  const least = end.slice(6).find((row) => row.slice(1).trimStart().startsWith(`${people.length} `))
  expect(least).toContain(` ${grouped(byCredits.at(-1)?.credits ?? Number.NaN)} `)
  expect(least).toContain(byCredits.at(-1)?.name)
  expect(pages()).toHaveLength(3)
  expect(new Set(pages()).size).toBe(pages().length)

  // By tool calls, from the first on.
  await program.pressUntil('s t', 'TOOLS▾')
  const most = selectedRow(await program.pressUntil('g g', selects('    1 ')))
  expect(most).toContain(byTools[0]?.name)
  expect(most).toContain(grouped(byTools[0]?.tools ?? Number.NaN))

  // Those that match, and none else.
  const isWanted = ({ credits, modes }: Person) => {
    const [most = 0, second = 0] = [...modes.values()].sort((a, b) => b - a)
    // Of two modes on as many days the list takes the one with more credits: those are left out of the count.
    return credits > 5000 && most > second && modes.get('auto-high') === most
  }
  const wanted = byTools.filter(isWanted)
  expect(wanted.length).toBeGreaterThan(5)
  program.press('/')
  const matching = await program.typeUntil('credits>5000 mode=auto-high', (screen) =>
    /auto-high +\d+ of 2\d\d$/.test(screen[4]?.trimEnd() ?? ''),
  )
  const count = Number(/ (\d+) of /.exec(matching[4] ?? '')?.[1])
  const ties = byTools.filter(({ modes }) => {
    const [most = 0, second = 0] = [...modes.values()].sort((a, b) => b - a)
    return most === second
  })
  expect(count).toBeGreaterThanOrEqual(wanted.length)
  expect(count).toBeLessThanOrEqual(wanted.length + ties.length)
  await program.pressUntil('Enter', 'Esc shows all')

  // Two rows down, into the person and back.
  program.press('j j')
  const nameOn = (screen: readonly string[]): string => /\S+@…|user_\S+/.exec(selectedRow(screen))?.[0] ?? ''
  // The preview follows once the keys rest.
  const before = await program.waitFor(
    (screen) =>
      placeOf(screen) === placeOf(matching) + 2 &&
      screen.some((row) => row.startsWith(` ${nameOn(screen).replaceAll('…', '')}`)),
  )
  const name = nameOn(before)
  const person = people.find((one) => `${one.name}…` === name || name.startsWith(one.name))
  const inside = await program.pressUntil('Enter', (screen) => screen[0]?.includes('People > ') === true)
  expect(inside[3]).toContain(`${person?.name}`)
  expect(inside.join('\n')).toContain(` credits ${grouped(person?.credits ?? Number.NaN)} `)
  for (const [day, credits] of person?.days ?? []) {
    const [, month, date] = day.split('-')
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
    const row = inside.find((line) => line.slice(1).startsWith(`${date} ${months[Number(month) - 1]} `))
    expect(row).toContain(` ${grouped(credits)} `)
  }
  const back = await program.pressUntil('Esc', (screen) => screen[0]?.includes('People > ') === false)
  const rowsOf = (screen: readonly string[]) => screen.slice(1).map((row) => row.trimEnd())
  expect(rowsOf(back)).toEqual(rowsOf(before))

  // Without the filter the same person is selected, and nothing was asked for again.
  const unfiltered = await program.pressUntil('Esc', (screen) => /^─+$/.test(screen[4] ?? ''))
  expect(selectedRow(unfiltered)).toContain(name)
  expect(pages()).toHaveLength(3)

  program.press('q')
  await expect(program.exited).resolves.toEqual({ code: 0, signal: 0 })
})

test('a second run has everybody at once, without a request for people', async () => {
  const { program, openList, pages } = await openPeople()
  await program.waitFor((screen) => /^ 100 people of about/.test(screen[3] ?? ''))
  const whole = await program.pressUntil('G', (screen) => /^ 2\d\d people {3}/.test(screen[3] ?? ''))
  await program.waitFor('0 req')
  const asked = pages().length
  program.press('^c')
  program.press('^c')
  await program.exited
  const second = openList()
  await second.waitFor((screen) => screen[3] === whole[3] && screen[0]?.includes('0 req') === true)
  expect(pages()).toHaveLength(asked)
})
