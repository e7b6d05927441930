import { expect, test } from 'vitest'
import { isExact, manyPeople, rowsOf } from '../../helpers/many-people.ts'
import { drawn, openScreen } from '../../helpers/screen.tsx'

const { front, openPeople, pagesAsked, rawRows } = manyPeople()

test('a filter loads nothing by itself and says what it looked through', async () => {
  const opened = await openPeople()
  await opened.press('/')
  for (const key of 'nobody-is-called-so') await opened.press(key)
  await opened.press('Enter')
  expect(opened.frame().join('\n')).toContain('Nobody who is loaded matches: Esc shows all, G loads all.')
  await drawn()
  expect(pagesAsked()).toHaveLength(1)
  await opened.press('Esc')
  expect(rowsOf(opened).length).toBeGreaterThan(5)
})

test('f leaves those who stopped, those who are new, and all again, beside what was typed', async () => {
  const opened = await openPeople({ state: { isComparing: true } })
  await opened.press('G')
  await opened.frameWith(isExact)
  const divider = (): string => opened.frame()[4] ?? ''
  await opened.press('/')
  await opened.paste('name~a')
  await opened.press('Enter', 'f')
  await opened.frameWith(() => /^ \/ name~a stopped=yes +\d+ of /.test(divider()))
  expect(opened.frame().at(-1)).toContain("--where 'name~a stopped=yes'")
  await opened.press('f')
  expect(divider()).toContain(' / name~a state=new ')
  await opened.press('f')
  expect(divider()).toMatch(/^ \/ name~a +\d+ of /)
  // Without a period before it is not known who is new.
  await opened.press('d', 'f')
  expect(divider()).toContain(' / name~a stopped=yes ')
  await opened.press('f')
  expect(divider()).toMatch(/^ \/ name~a +\d+ of /)
})

test.each(['7d', '14d', '30d'])(
  'over %s, f leaves those whom Overview calls stopped, with or without rows',
  async (last) => {
    const rows = await rawRows('2026-10-08', '2026-11-20')
    const lastDays = new Map<string, string[]>()
    for (const { user_id, date, billable_tokens } of rows)
      if (billable_tokens > 0) lastDays.set(user_id, [...(lastDays.get(user_id) ?? []), date])
    const isQuiet = (date: string) => date >= '2026-11-07'
    const stopped = [...lastDays.values()].filter((days) => days.length >= 3 && !days.some(isQuiet)).length
    expect(stopped).toBeGreaterThan(1)
    const overview = await openScreen(front(), { columns: 120, rows: 36, screen: 'overview' })
    await overview.frameWith(` ${stopped} people `)
    const opened = await openPeople()
    await opened.press('t', 'f', '^u')
    await opened.paste(last)
    await opened.press('Enter', 'f')
    await opened.frameWith((frame) => frame[4]?.includes('is among the') || frame[4]?.includes('stopped=yes') === true)
    await opened.press('G')
    await opened.frameWith((frame) => new RegExp(`stopped=yes +${stopped} of `).test(frame[4] ?? ''))
  },
)
