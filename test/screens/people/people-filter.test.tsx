import { expect, test } from 'vitest'
import { isExact, manyPeople, rowsOf } from '../../helpers/many-people.ts'
import { drawn, openScreen } from '../../helpers/screen.tsx'

const { front, openPeople, pageRequests } = manyPeople()

test('a filter loads nothing and shows what it searched', async () => {
  const opened = await openPeople()
  await opened.press('/')
  for (const key of 'no-such-name') await opened.press(key)
  await opened.press('Enter')
  expect(opened.frame().join('\n')).toContain('No loaded user matches: Esc shows all, G loads all.')
  await drawn()
  expect(pageRequests()).toHaveLength(1)
  await opened.press('Esc')
  expect(rowsOf(opened).length).toBeGreaterThan(5)
})

test('until all users are loaded, no stopped user is not a mistake in the filter', async () => {
  const opened = await openPeople({}, 'f')
  await opened.frameWith('stopped is relative to the 100 loaded users; press G to load all')
})

test('f filters by stopped and new users in turn, in addition to the typed filter', async () => {
  const opened = await openPeople({ state: { isComparing: true } })
  await opened.press('G')
  await opened.frameWith(isExact)
  const divider = (): string => opened.frame()[4] ?? ''
  await opened.press('/')
  await opened.paste('name~a')
  await opened.press('Enter', 'f')
  await opened.frameWith(() => /^ \/ name~a stopped=yes +[1-9]\d* of /.test(divider()))
  expect(opened.frame().at(-1)).toContain("--where 'name~a stopped=yes'")
  await opened.press('f')
  expect(divider()).toContain(' / name~a state=new ')
  await opened.press('f')
  expect(divider()).toMatch(/^ \/ name~a +\d+ of /)
  // Without a previous period no user is known to be new.
  await opened.press('d', 'f')
  expect(divider()).toContain(' / name~a stopped=yes ')
  await opened.press('f')
  expect(divider()).toMatch(/^ \/ name~a +\d+ of /)
})

test('f filters to the users that Overview lists as stopped, even those without rows in the range', async () => {
  const overview = await openScreen(front(), { columns: 120, rows: 36 })
  const frame = await overview.frameWith((rows) => rows.some((row) => row.includes(' active last month ')))
  const stopped = / (\d+) people +active last month /.exec(frame.join('\n'))?.[1]
  const opened = await openPeople({}, 't', '1', 'f')
  await opened.frameWith((rows) => rows[4]?.includes(' stopped=yes ') === true)
  await opened.press('G')
  await opened.frameWith((rows) => new RegExp(`stopped=yes +${stopped} of `).test(rows[4] ?? ''))
})
