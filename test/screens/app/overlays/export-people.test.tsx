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

test('in privacy mode no list of people, person or comparison names anybody in any form', async () => {
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
  // Names of members begin with `user_`, too.
  for (const text of texts) expect(text).not.toMatch(/@|&#64;|user_(?!id|email|messages)|northwind/)
  expect(texts.filter((text) => text.includes('Person')).length).toBeGreaterThanOrEqual(15)
})
