import { expect, test } from 'vitest'
import { textWidth } from '../../../src/domain/text/width.ts'
import { manyPeople, type Raw } from '../../helpers/many-people.ts'
import { type OpenedScreen, type OpenOptions, openScreen, sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()
const { front, openClient, openPeople: open } = manyPeople()

const openPeople = (options: OpenOptions = {}, ...keys: string[]): Promise<OpenedScreen> =>
  open({ rows: 30, ...options }, ...keys)
const selectedRow = (opened: OpenedScreen): string => opened.frame().find((row) => row.startsWith('▌')) ?? ''
const copiedLast = (opened: OpenedScreen): string => opened.copied.at(-1) ?? ''

/** The raw rows of the first page from the API. */
const rawPage = async (from: string, to: string): Promise<Raw[]> => {
  const client = openClient()
  const { body } = await client.call('users', { query: { startDate: from, endDate: to, limit: 100 } })
  await client.close()
  return body.data as Raw[]
}
const grouped = (value: number): string => value.toLocaleString('en-US')

test.each(['Esc', 'q'])('%s returns from a person to the same row of the same list', async (key) => {
  const opened = await openPeople({}, 's', 't', '/', 'a', 'Enter', 'j', 'j', 'j')
  const name = /\S+@|user_\w+/.exec(selectedRow(opened))?.[0] ?? ''
  // The preview follows once no key is pressed.
  const before = await opened.frameWith((frame) => frame.some((row) => row.startsWith(` ${name}`)))
  await opened.press('Enter')
  expect(opened.frame()[0]).toContain(`People > ${name}`)
  await opened.press('j', key)
  expect(opened.frame().slice(3)).toEqual(before.slice(3))
})

test('a person on a page that is not loaded yet is searched page by page', async () => {
  const opened = await openPeople({}, 'G')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('0 req') && !(frame[3] ?? '').includes('loaded'))
  await opened.press('End', 'y', 'i', '/')
  const last = copiedLast(opened)
  await opened.paste(`id=${last}`)
  await opened.press('Enter', 'Enter')
  expect(opened.frame().join('\n')).toContain(last)
  const requested = front().requests.length
  // No rows of users are loaded for the new range, so the person must be found again.
  await opened.press('t', 'f', '^u')
  await opened.paste('2026-10-15..2026-10-20')
  await opened.press('Enter')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('0 req') && frame.join('\n').includes('[credits by day]'))
  expect(
    front()
      .requests.slice(requested)
      .filter(({ path }) => path.endsWith('/users')).length,
  ).toBeGreaterThan(1)
})

/** Loads all users for October 24 to November 20, opens a person, and leaves the range field open and empty. */
const openPartlyLoaded = async (): Promise<{ opened: OpenedScreen; id: string }> => {
  const opened = await openPeople({ columns: 200, rows: 40 }, 'G')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('0 req') && !(frame[3] ?? '').includes('loaded'))
  const id = (await rawPage('2026-10-24', '2026-10-28'))[0]?.user_id ?? ''
  await opened.press('/')
  await opened.paste(`id=${id}`)
  await opened.press('Enter', 'Enter', 't', 'f', '^u')
  return { opened, id }
}
const creditsOf = (rows: readonly Raw[], id: string): number =>
  rows.filter((row) => row.user_id === id).reduce((sum, row) => sum + row.billable_tokens, 0)

test('uncached days of a person are loaded even if the person is already loaded', async () => {
  const { opened, id } = await openPartlyLoaded()
  await opened.paste('2026-10-15..2026-10-28')
  await opened.press('Enter')
  const credits = grouped(creditsOf(await rawPage('2026-10-15', '2026-10-28'), id))
  const frame = await opened.frameWith((rows) => rows.join('\n').includes(` credits ${credits} `))
  expect(frame.join('\n')).not.toContain('not loaded')
  expect(frame.find((row) => row.startsWith(' active '))).toMatch(/active \d+ of 14 days/)
})

test('sums of a person show which days are missing while they load', async () => {
  const { opened, id } = await openPartlyLoaded()
  front().play((path) => (path.endsWith('/users') ? 'hold' : undefined))
  await opened.paste('2026-10-15..2026-10-28')
  await opened.press('Enter')
  const held = grouped(creditsOf(await rawPage('2026-10-24', '2026-10-28'), id))
  const frame = await opened.frameWith((rows) => rows.join('\n').includes('Oct 15–23 not loaded'))
  const text = frame.join('\n')
  expect(text).toContain(` credits ${held}? `)
  expect(text).toMatch(/active \d\? of 14 days {3}Oct 15–23 not loaded/)
  expect(frame.find((row) => row.includes('23 Oct Fri'))).toMatch(/23 Oct Fri +\? +\? +\?/)
  await opened.press('^s')
  expect(opened.frame().join('\n')).toContain('2026-10-15-2026-10-28-without-9-days')
  await opened.press('Esc', 'y', 'j')
  const copied = JSON.parse(copiedLast(opened))
  expect(copied.person.days_not_loaded).toHaveLength(9)
  expect(copied.person.days_not_loaded[0]).toBe('2026-10-15')
})

test('a person whose rows are loading is named even in the smallest window, and a note shows if there are no rows', async () => {
  const opened = await openPeople({ columns: 60, rows: 15 }, 'Enter')
  front().play((path) => (path.endsWith('/users') ? 'hold' : undefined))
  await opened.press('t', 'f', '^u')
  await opened.paste('2026-02-01..2026-02-03')
  await opened.press('Enter')
  const frame = await opened.frameWith((rows) => rows.some((row) => row.startsWith(' loading user_')))
  expect(frame.filter((row) => textWidth(row) > 60)).toEqual([])
  front().release()
  await opened.frameWith('has no rows on these days')
})

test('marks are kept when rows move, and the marked people are compared side by side', async () => {
  const opened = await openPeople({}, 'Space', 'y', 'i', 'k', 'y', 'i', 'j', 'j', 'Space', 's', 'n', 's', 'n')
  expect(opened.frame().filter((row) => row.startsWith(' ●') || row.startsWith('▌●')).length).toBeLessThan(3)
  await opened.press('s', 'c', 'g', 'g')
  expect(opened.frame().filter((row) => /^[ ▌]●/.test(row))).toHaveLength(2)
  await opened.press('=')
  expect(opened.frame()[0]).toContain('People > 2 compared')
  await opened.press('Enter')
  expect(opened.frame().join('\n')).toContain('[credits by day]')
  await opened.press('Esc')
  expect(opened.frame()[0]).toContain('2 compared')
  await opened.press('Esc')
  expect(opened.frame().filter((row) => /^[ ▌]●/.test(row))).toHaveLength(2)
  await opened.press('Esc')
  expect(opened.frame().filter((row) => /^[ ▌]●/.test(row))).toHaveLength(0)
  expect(opened.frame()[0]).toContain('People')
  await opened.press('=')
  expect(opened.frame().at(-1)).toContain('No user is marked. Press Space to mark the selected one.')
})

test('with pseudonyms no e-mail and no id is shown or copied', async () => {
  const opened = await openPeople({ columns: 200, rows: 40 })
  const page = await rawPage('2026-10-24', '2026-11-20')
  const names = page.flatMap(({ user_id, user_email }) => [user_id, ...(user_email ? [user_email] : []), 'northwind'])
  const named = /[\w.]+@|user_\w+/.exec(selectedRow(opened))?.[0]
  await opened.press('z', 'n')
  const first = /Person \S+/.exec(selectedRow(opened))?.[0]
  const seen = [opened.frame().join('\n')]
  const list = 'y y y i y j Y Space Space = Y l Esc Esc g g Enter y y y i y j Y Esc'
  const days = 'z d y y y i y j Y s n G / P Enter'
  for (const key of `${list} ${days}`.split(' ')) {
    await opened.press(key)
    seen.push(opened.frame().join('\n'))
  }
  expect(opened.copied.length).toBeGreaterThan(10)
  const text = [...seen, ...opened.copied].join('\n')
  expect([...new Set(names)].filter((name) => text.includes(name))).toEqual([])
  for (const one of opened.copied) expect(one).toMatch(/^qd .*--pseudonyms|Person /)
  // The pseudonym is stable, and the name comes back.
  await opened.press('Esc', 'z', 'd', 'g', 'g')
  expect(selectedRow(opened)).toContain(first)
  await opened.press('z', 'n')
  expect(selectedRow(opened)).toContain(named)
})

test('with a price, credits have their cost next to them', async () => {
  const plan = { creditPrice: { amount: 0.4, per: 1_000, currency: 'EUR' } }
  const opened = await openScreen(demo, { columns: 120, rows: 36, screen: 'people', plan })
  await opened.loaded()
  await opened.press('Enter')
  await opened.loaded()
  const [, credits = '', cost] = /credits ([\d,]+) \(([\d.]+) EUR\)/.exec(opened.frame().join('\n')) ?? []
  expect(cost).toBe((Math.round(Number(credits.replaceAll(',', '')) * 0.04) / 100).toFixed(2))
})
