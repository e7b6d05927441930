import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { openProgram } from '../helpers/pty.ts'

// The explorer has the machine's clock, and so has its organisation.
let service: RunningService
beforeAll(async () => {
  service = await startService({ demo: { users: 60, days: 120, seed: 1 } })
})
afterAll(() => service.close())

const DAY_MS = 86_400_000
const dayBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10)

// biome-ignore lint/suspicious/noExplicitAny: rows as they come
const rowsOf = async (table: string, from: string, to: string): Promise<any[]> => {
  const query = new URLSearchParams({ startDate: from, endDate: to })
  const answer = await fetch(`${service.url}/api/v1/analytics/${table}?${query}`, {
    headers: { authorization: `Bearer ${service.keys.owner}` },
  })
  return ((await answer.json()) as { data: [] }).data
}
const grouped = (value: number): string => value.toLocaleString('en-US')

test('Usage is opened, its views, breakdowns, days and forms of charts gone through, and a row looked into', async () => {
  const yesterday = dayBefore(new Date().toISOString().slice(0, 10), 1)
  const from = dayBefore(yesterday, 13)
  const [tokens, tools, activity, productivity] = await Promise.all(
    ['tokens', 'tools', 'activity', 'productivity'].map((table) => rowsOf(table, from, yesterday)),
  )
  const sum = (rows: readonly Record<string, number>[] | undefined, member: string): string =>
    grouped((rows ?? []).reduce((all, row) => all + (row[member] ?? 0), 0))
  const program = openProgram({
    args: ['--screen', 'usage'],
    rows: 36,
    env: { QUARTERDECK_BASE_URL: service.url, QUARTERDECK_API_KEY: service.keys.owner },
  })
  onTestFinished(() => program.close())
  const press = async (keys: string, wanted: string | ((screen: string[]) => boolean)) => {
    program.press(keys)
    return program.waitFor(wanted)
  }
  const dayLine = (screen: readonly string[]): string =>
    screen.find((row) => /^ \d\d [A-Z][a-z]{2} [A-Z]/.test(row)) ?? ''
  const creditsOn = (day: string): string => grouped(tokens?.find(({ date }) => date === day)?.billable_tokens)

  const first = await program.waitFor(
    (screen) =>
      screen.join().includes('the usual') &&
      screen[0]?.includes('0 req') === true &&
      // The days on which the controls changed are asked for by themselves.
      screen.some((row) => /^ +0 ┼.*◆/.test(row)),
  )
  expect(first[3]).toContain(`total ${sum(tokens, 'billable_tokens')} `)
  expect(dayLine(first)).toContain(`   ${creditsOn(yesterday)} `)

  // A day back, and the same day again.
  const earlier = await press('h', (screen) => dayLine(screen) !== dayLine(first))
  expect(dayLine(earlier)).toContain(`   ${creditsOn(dayBefore(yesterday, 1))} `)
  await press('l', (screen) => dayLine(screen) === dayLine(first))

  // The forms of the chart, one after the other and around.
  const bars = first.slice(4, 14)
  await press('.', (screen) => screen.join().includes('⣀') || /[⠁-⣿]/.test(screen.join()))
  await press('.', (screen) => !/[⠁-⣿]/.test(screen.join()) && screen.slice(4, 14).join() !== bars.join())
  await press('.', (screen) => screen.slice(4, 14).join() === bars.join())

  // Who of it, and into the person.
  const [most] = [
    ...new Set(tokens?.flatMap(({ by_user: users }) => users.map(({ user_id: id }: { user_id: string }) => id))),
  ]
    .map((id) => {
      const own =
        tokens?.flatMap(({ by_user: users }) => users.filter((one: { user_id: string }) => one.user_id === id)) ?? []
      return { name: own[0].user_email ?? id, credits: own.reduce((all, one) => all + one.billable_tokens, 0) }
    })
    .sort((a, b) => b.credits - a.credits)
  await press('F', '── By')
  const people = await press('Enter', 'credits by person')
  const top = people.find((row) => row.startsWith('▌'))
  expect(top).toContain(most?.name)
  expect(top).toContain(grouped(most?.credits))
  const person = await press(
    'Enter',
    (screen) => screen[0]?.includes('People > ') === true && screen.join().includes('by day]'),
  )
  expect(person.join('\n')).toContain(` credits ${grouped(most?.credits)} `)
  await press('Esc', (screen) => screen.find((row) => row.startsWith('▌')) === top)

  // The other views.
  await press('Tab', (screen) => screen[3]?.includes(` tool calls ${sum(tools, 'tool_calls')} `) === true)
  await press('Tab', (screen) => {
    const row = screen.find((line) => line.startsWith(' sessions '))
    return row?.includes(` ${sum(activity, 'sessions')} `) === true
  })
  await press('Tab', (screen) => screen[3]?.includes(` commits ${sum(productivity, 'git_commits')} `) === true)
  await press('Tab', 'credits by person')

  // n goes to an unusual day where there is one, and says so where there is none.
  const marked = (await program.waitFor('credits by person'))[3]?.includes(' ! ') === true
  if (marked) await press('n', (screen) => dayLine(screen) !== dayLine(first) || screen.join().includes('!'))
  else await press('n', 'No day of these is unusual for its weekday.')
  program.press('q q')
  await expect(program.exited).resolves.toEqual({ code: 0, signal: 0 })
})
