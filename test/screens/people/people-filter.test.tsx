import { expect, test } from 'vitest'
import { isExact, manyPeople, nameIn, type Raw, rowsOf, shortName, sumsBy } from '../../helpers/many-people.ts'
import { drawn } from '../../helpers/screen.tsx'

const { openPeople, pagesAsked, rawRows } = manyPeople()

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

test('a filter with fields leaves exactly the people that the rows of the API say', async () => {
  const opened = await openPeople()
  await opened.press('G')
  await opened.frameWith(isExact)
  await opened.press('/')
  await opened.paste('tools>=1k mode=auto-high lang=TypeScript !name~z')
  await opened.press('Enter', 'g', 'g')
  const rows = (await rawRows('2026-11-07', '2026-11-20')) as Raw[]
  const tools = sumsBy(rows, 'tool_calls')
  const isMeant = (id: string): boolean => {
    const own = rows.filter((row) => row.user_id === id)
    const levels = new Map<string, { days: number; credits: number }>()
    for (const row of own) {
      const known = levels.get(row.delegation_level) ?? { days: 0, credits: 0 }
      levels.set(row.delegation_level, { days: known.days + 1, credits: known.credits + row.billable_tokens })
    }
    const [mode] = [...levels].toSorted(([, a], [, b]) => b.days - a.days || b.credits - a.credits)[0] ?? []
    const name = own[0].user_email ?? id
    return (
      (tools.get(id) ?? 0) > 999 &&
      mode === 'auto-high' &&
      own.some((row) => row.languages.includes('TypeScript')) &&
      !name.includes('z')
    )
  }
  const expected = [...tools.keys()].filter(isMeant)
  expect(expected.length).toBeGreaterThan(1)
  expect(opened.frame()[4]).toContain(`${expected.length} of `)
  const credits = sumsBy(rows, 'billable_tokens')
  const names = expected
    .toSorted((a, b) => (credits.get(b) ?? 0) - (credits.get(a) ?? 0))
    .map((id) => shortName(rows.find((row) => row.user_id === id)))
  const isSame = (name: string, index: number) => name.slice(0, 12) === (names[index] ?? '').slice(0, 12)
  expect(rowsOf(opened).length).toBe(Math.min(names.length, 12))
  expect(
    rowsOf(opened)
      .map(nameIn)
      .filter((name, index) => !isSame(name, index)),
  ).toEqual([])
})

test('what is wrong with a filter is said in its row, and the list stays', async () => {
  const opened = await openPeople()
  const all = rowsOf(opened)
  await opened.press('/')
  for (const key of 'credits>') {
    await opened.press(key)
    expect(rowsOf(opened).length).toBeGreaterThan(0)
  }
  expect(opened.frame()[4]).toContain('credits> needs a number')
  await opened.press('Esc', '/')
  await opened.paste('credit>5')
  expect(opened.frame()[4]).toMatch(/unknown field 'credit': did you mean credits\?/)
  expect(rowsOf(opened)).toEqual(all)
})

test('f leaves those who stopped, those who are new, and all again, beside what was typed', async () => {
  const opened = await openPeople({ state: { isComparing: true } })
  await opened.press('G')
  await opened.frameWith(isExact)
  const divider = (): string => opened.frame()[4] ?? ''
  await opened.press('/')
  await opened.paste('name~a')
  await opened.press('Enter', 'f')
  expect(divider()).toMatch(/^ \/ name~a state=gone +\d+ of /)
  expect(rowsOf(opened).every((row) => row.includes('gone'))).toBe(true)
  expect(opened.frame().at(-1)).toContain("--where 'name~a state=gone'")
  await opened.press('f')
  expect(divider()).toContain(' / name~a state=new ')
  await opened.press('f')
  expect(divider()).toMatch(/^ \/ name~a +\d+ of /)
  await opened.press('d', 'f')
  expect(opened.frame().at(-1)).toContain('Nothing is compared with the period before: d compares.')
})
