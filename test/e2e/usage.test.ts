import { expect, test } from 'vitest'
import { fileService, open } from '../helpers/e2e.ts'

const service = fileService({ demo: { users: 60, days: 120, seed: 1 } })

const DAY_MS = 86_400_000
const dayBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10)

// biome-ignore lint/suspicious/noExplicitAny: rows as they come
const rowsOf = async (table: string, from: string, to: string): Promise<any[]> => {
  const query = new URLSearchParams({ startDate: from, endDate: to })
  return (await service.ask(`/api/v1/analytics/${table}?${query}`)).body.data
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
  const program = open({
    args: ['--screen', 'usage'],
    rows: 36,
    env: service.env,
  })
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
  const earlier = await program.pressUntil('h', (screen) => dayLine(screen) !== dayLine(first))
  expect(dayLine(earlier)).toContain(`   ${creditsOn(dayBefore(yesterday, 1))} `)
  await program.pressUntil('l', (screen) => dayLine(screen) === dayLine(first))

  // The forms of the chart, one after the other and around.
  const bars = first.slice(4, 14)
  await program.pressUntil('.', (screen) => screen.join().includes('⣀') || /[⠁-⣿]/.test(screen.join()))
  await program.pressUntil('.', (screen) => !/[⠁-⣿]/.test(screen.join()) && screen.slice(4, 14).join() !== bars.join())
  await program.pressUntil('.', (screen) => screen.slice(4, 14).join() === bars.join())

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
  await program.pressUntil('F', '── By')
  const people = await program.pressUntil('Enter', 'credits by person')
  const top = people.find((row) => row.startsWith('▌'))
  expect(top).toContain(most?.name)
  expect(top).toContain(grouped(most?.credits))
  const person = await program.pressUntil(
    'Enter',
    (screen) => screen[0]?.includes('People > ') === true && screen.join().includes('by day]'),
  )
  expect(person.join('\n')).toContain(` credits ${grouped(most?.credits)} `)
  await program.pressUntil('Esc', (screen) => screen.find((row) => row.startsWith('▌')) === top)

  // The other views.
  await program.pressUntil('Tab', (screen) => screen[3]?.includes(` tool calls ${sum(tools, 'tool_calls')} `) === true)
  await program.pressUntil('Tab', (screen) => {
    const row = screen.find((line) => line.startsWith(' sessions '))
    return row?.includes(` ${sum(activity, 'sessions')} `) === true
  })
  await program.pressUntil(
    'Tab',
    (screen) => screen[3]?.includes(` commits ${sum(productivity, 'git_commits')} `) === true,
  )
  await program.pressUntil('Tab', 'credits by person')

  // n goes to an unusual day where there is one, and says so where there is none.
  const marked = (await program.waitFor('credits by person'))[3]?.includes(' ! ') === true
  if (marked)
    await program.pressUntil('n', (screen) => dayLine(screen) !== dayLine(first) || screen.join().includes('!'))
  else await program.pressUntil('n', 'No day of these is unusual for its weekday.')
  program.press('q q')
  await expect(program.exited).resolves.toEqual({ code: 0, signal: 0 })
})
