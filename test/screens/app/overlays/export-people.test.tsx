import { expect, test } from 'vitest'
import { exported } from '../../../helpers/exported.ts'
import { type OpenedScreen, openScreen, sharedDemo } from '../../../helpers/screen.tsx'

const demo = sharedDemo()

const openPeople = async (): Promise<OpenedScreen> => {
  const screen = await openScreen(demo, { columns: 120, rows: 30, screen: 'people' })
  await screen.loaded((frame) => /^ 11 people /.test(frame[3] ?? ''))
  return screen
}

/** The fields of a line of CSV without quotes. */
const fieldsOf = (line: string): string[] => line.split(',')

// biome-ignore lint/suspicious/noExplicitAny: the file is what the test wants to look into
const parsed = (text: string): any => JSON.parse(text)

test('people are exported in the order shown, with values in full, and JSON and CSV tell the same', async () => {
  const screen = await openPeople()
  await screen.press('s', 'n', '/', ...'credits>9k', 'Enter')
  const [name, json] = await exported(screen, 's')
  expect(name).toBe('people-2026-11-07-2026-11-20.json')
  const people = parsed(json)
  expect(people.map((one: Record<string, unknown>) => [one.user_email, one.billable_tokens])).toEqual([
    ['a.chen@northwind.example', 20_751],
    ['c.dubois@northwind.example', 23_190],
    ['c.ferrari@northwind.example', 9036],
  ])

  const [, csv] = await exported(screen, 'c')
  const [heading = '', ...lines] = csv.trimEnd().split('\r\n')
  const at = fieldsOf(heading).indexOf('billable_tokens')
  // No field before it can hold a comma.
  expect(lines.map((line) => fieldsOf(line)[at])).toEqual(['20751', '23190', '9036'])
  const [, ndjson] = await exported(screen, 'n')
  expect(ndjson.trimEnd().split('\n').map(parsed)).toEqual(people)
})

test('single days are exported as the API told them', async () => {
  const screen = await openPeople()
  await screen.press('z', 'd')
  await screen.frameWith('single days')
  const [name, json] = await exported(screen, 's')
  expect(name).toBe('people-days-2026-11-07-2026-11-20.json')
  const days = parsed(json)
  expect(days.length).toBeGreaterThan(20)
  for (const day of days) {
    expect(day.date).toMatch(/^2026-11-(0[7-9]|1\d|20)$/)
    expect(Number.isInteger(day.billable_tokens)).toBe(true)
  }
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

test('marked people are exported side by side, in the order of their marks', async () => {
  const screen = await openPeople()
  await screen.press('s', 'n', 'j', ' ', 'g', 'g', ' ', '=')
  await screen.frameWith('2 compared')
  const [name, json] = await exported(screen, 's')
  expect(name).toBe('people-compared-2026-11-07-2026-11-20.json')
  const names = parsed(json).map((one: { user_email: string }) => one.user_email)
  expect(names).toHaveLength(2)
  const heading = screen.frame().find((row) => names.every((one: string) => row.includes(one))) ?? ''
  expect(heading.indexOf(names[0])).toBeLessThan(heading.indexOf(names[1]))
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
