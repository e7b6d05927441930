import { expect, test } from 'vitest'
import { type OpenedScreen, openScreen, sharedDemo, until } from '../../../helpers/screen.tsx'

const demo = sharedDemo()

/** The exported file of the format with this letter, and its name. */
const exported = async (screen: OpenedScreen, letter: string): Promise<[string, string]> => {
  const { files } = screen.outside
  const before = files.size
  await screen.press('^s', letter, 'Enter')
  await until(() => files.size > before, screen.frame)
  await screen.frameWith('Wrote')
  return [...files].at(-1) ?? ['', '']
}

const openPeople = async (): Promise<OpenedScreen> => {
  const screen = await openScreen(demo, { columns: 120, rows: 30, screen: 'people' })
  await screen.loaded((frame) => / 11 users /.test(frame[3] ?? ''))
  return screen
}

// biome-ignore lint/suspicious/noExplicitAny: the test checks the file
const parsed = (text: string): any => JSON.parse(text)

test('a person is exported with the days as the API sent them, and in JSON with the totals too', async () => {
  const screen = await openPeople()
  await screen.press('s', 'n', 'Enter')
  await screen.frameWith('rank')
  const [name, json] = await exported(screen, 's')
  expect(name).toBe('people-a.chen-northwind.example-2026-11-07-2026-11-20.json')
  const { person, days } = parsed(json)
  expect(person).toMatchObject({ name: 'a.chen@northwind.example', credits: 20_751 })
  expect(days.reduce((sum: number, day: { billable_tokens: number }) => sum + day.billable_tokens, 0)).toBe(20_751)
  const [, ndjson] = await exported(screen, 'n')
  expect(ndjson.trimEnd().split('\n').map(parsed)).toEqual(days)
  await screen.press('|')
  expect(screen.outside.paged[0]).toMatch(/^\| date \| billable_tokens \| tool_calls \|/)
})

test('with pseudonyms no export of a list of users, a user or a comparison contains names', async () => {
  const screen = await openPeople()
  await screen.press('z', 'n')
  await screen.frameWith('Person ')
  const texts: string[] = []
  const takeAll = async () => {
    for (const letter of ['c', 's', 'n', 'm']) texts.push((await exported(screen, letter)).join())
  }
  await takeAll()
  await screen.press('z', 'd')
  await screen.frameWith('single days')
  await takeAll()
  await screen.press('z', 'd', ' ', 'j', ' ', '=')
  await screen.frameWith('2 compared')
  await takeAll()
  await screen.press('Enter')
  await screen.frameWith('rank')
  await takeAll()
  // Member names begin with `user_` too.
  for (const text of texts) expect(text).not.toMatch(/@|&#64;|user_(?!id|email|messages)|northwind/)
  expect(texts.filter((text) => text.includes('Person')).length).toBeGreaterThanOrEqual(15)
})

const openOverview = async (): Promise<OpenedScreen> => {
  const opened = await openScreen(demo, { columns: 120, rows: 36 })
  await opened.loaded()
  return opened
}

test('the overview as CSV by day and as JSON has the same sums', async () => {
  const opened = await openOverview()
  const [name, csv] = await exported(opened, 'c')
  expect(name).toBe('overview-2026-11-07-2026-11-20.csv')
  const [heading, ...lines] = csv.trimEnd().split('\r\n')
  expect(heading).toBe('date,credits,people,sessions,commits,pullRequests,toolCalls')
  expect(lines.map((line) => line.slice(0, 10))).toEqual(
    Array.from({ length: 14 }, (_, at) => `2026-11-${String(7 + at).padStart(2, '0')}`),
  )
  const credits = lines.reduce((sum, line) => sum + Number(line.split(',')[1]), 0)
  const [, json] = await exported(opened, 's')
  const file = JSON.parse(json)
  expect(credits).toBeGreaterThan(1000)
  expect(file.credits.value).toBe(credits)
  expect(file.range).toEqual({ from: '2026-11-07', to: '2026-11-20', days: 14 })
  expect(file.readiness.repositories).toBe(9)
})

test('with pseudonyms no export of the overview contains names', async () => {
  const people = JSON.parse((await exported(await openOverview(), 's'))[1])
  const names: string[] = people.revisions.flatMap(({ who, email }: { who: string; email: string }) => [who, email])
  expect(names.filter(Boolean).length).toBeGreaterThan(1)
  const opened = await openOverview()
  await opened.press('z', 'n')
  await opened.frameWith('Person ')
  for (const letter of ['m', 's']) {
    const [, text] = await exported(opened, letter)
    expect(text).toContain('Person ')
    expect(text).not.toMatch(/user_/)
    for (const name of names.filter(Boolean)) expect(text).not.toContain(name)
  }
})
