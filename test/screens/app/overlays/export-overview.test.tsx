import { expect, test } from 'vitest'
import { exported } from '../../../helpers/exported.ts'
import { type OpenedScreen, openScreen, sharedDemo } from '../../../helpers/screen.tsx'

const demo = sharedDemo()

const openOverview = async (): Promise<OpenedScreen> => {
  const opened = await openScreen(demo, { columns: 120, rows: 36 })
  await opened.loaded()
  return opened
}

test('the overview is given away as CSV by day and as JSON that tell the same sums', async () => {
  const opened = await openOverview()
  const [name, csv] = await exported(opened, 'c')
  expect(name).toBe('overview-2026-11-07-2026-11-20.csv')
  const [heading, ...lines] = csv.trimEnd().split('\r\n')
  expect(heading).toBe('date,credits,people,sessions,commits,pull_requests,tool_calls')
  expect(lines.map((line) => line.slice(0, 10))).toEqual(
    Array.from({ length: 14 }, (_, at) => `2026-11-${String(7 + at).padStart(2, '0')}`),
  )
  const credits = lines.reduce((sum, line) => sum + Number(line.split(',')[1]), 0)
  const [, json] = await exported(opened, 's')
  const told = JSON.parse(json)
  expect(credits).toBeGreaterThan(1000)
  expect(told.credits.value).toBe(credits)
  expect(told.range).toEqual({ from: '2026-11-07', to: '2026-11-20', days: 14 })
  expect(told.readiness.repositories).toBe(9)
})

test('in privacy mode no form of the overview names anybody', async () => {
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
