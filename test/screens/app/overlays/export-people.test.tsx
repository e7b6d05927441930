import { expect, test } from 'vitest'
import { exported } from '../../../helpers/exported.ts'
import { type OpenedScreen, openScreen, sharedDemo } from '../../../helpers/screen.tsx'

const demo = sharedDemo()

const openPeople = async (): Promise<OpenedScreen> => {
  const screen = await openScreen(demo, { columns: 120, rows: 30, screen: 'people' })
  await screen.loaded((frame) => /^ 11 people /.test(frame[3] ?? ''))
  return screen
}

// biome-ignore lint/suspicious/noExplicitAny: the file is what the test wants to look into
const parsed = (text: string): any => JSON.parse(text)

test('people are exported as they are shown, JSON, CSV and NDJSON alike, in a file that names the days', async () => {
  const screen = await openPeople()
  await screen.press('s', 'n', '/', ...'credits>9k', 'Enter')
  const [name, json] = await exported(screen, 's')
  expect(name).toBe('people-2026-11-07-2026-11-20.json')
  const people = parsed(json)
  expect(people.map((one: Record<string, unknown>) => one.billable_tokens)).toEqual([20_751, 23_190, 9036])
  const [, csv] = await exported(screen, 'c')
  for (const credits of ['20751', '23190', '9036']) expect(csv).toContain(`,${credits},`)
  const [, ndjson] = await exported(screen, 'n')
  expect(ndjson.trimEnd().split('\n').map(parsed)).toEqual(people)
})

test('in privacy mode no form names anybody', async () => {
  const screen = await openPeople()
  await screen.press('z', 'n')
  await screen.frameWith('Person ')
  for (const letter of ['c', 's', 'n', 'm']) {
    const [, text] = await exported(screen, letter)
    expect(text).toContain('Person ')
    // Names of members begin so, too.
    expect(text).not.toMatch(/@|&#64;|user_[0-9a-f]{6}/)
  }
  await screen.press('z', 'd')
  await screen.frameWith('single days')
  await screen.press('|')
  expect(screen.outside.paged[0]).toContain('Person ')
  expect(screen.outside.paged[0]).not.toContain('@')
})

test('a person is exported with the days as the API told them, JSON with what is known of the person', async () => {
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

test('in privacy mode neither a person nor marked people are named in any form', async () => {
  const screen = await openPeople()
  await screen.press('z', 'n')
  await screen.frameWith('Person ')
  await screen.press(' ', 'j', ' ', '=')
  await screen.frameWith('2 compared')
  const texts: string[] = []
  for (const letter of ['c', 's', 'n', 'm']) texts.push((await exported(screen, letter)).join())
  await screen.press('Enter')
  await screen.frameWith('rank')
  for (const letter of ['c', 's', 'n', 'm']) texts.push((await exported(screen, letter)).join())
  for (const text of texts) expect(text).not.toMatch(/@|user_(?!id|email|messages)|northwind/)
  expect(texts.filter((text) => text.includes('Person')).length).toBeGreaterThanOrEqual(7)
})
