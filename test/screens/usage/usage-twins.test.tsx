import { expect, test } from 'vitest'
import { columnOf, headlessTwins } from '../../helpers/headless-twins.ts'
import { toView } from '../../helpers/views.ts'

const { open, both } = headlessTwins()

const views = [
  ['credits', [], 4],
  ['tools', ['Tab'], 8],
  ['activity', ['Tab', 'Tab'], 3],
  ['productivity', ['S-Tab'], 3],
] as const

test.each(views)(
  'in every breakdown of %s and every order, what Y copies prints the same rows',
  async (_view, keys, groups) => {
    const opened = await open('usage')
    await toView(opened, keys)
    const seen = new Set<string>()
    for (let group = 0; group < groups; group += 1) {
      for (const sort of [[], ['s', 'n'], ['s', 'd'], ['s', 'c']]) {
        await opened.press(...sort)
        const { command, screen, printed } = await both(opened)
        expect([command, printed]).toEqual([command, screen])
        expect(screen.length).toBeGreaterThan(2)
        seen.add(command)
      }
      await toView(opened, ['F', 'Enter'])
    }
    expect(seen.size).toBeGreaterThanOrEqual(groups * 3)
  },
)

test('who used a model, names apart, and filtered rows are printed too', async () => {
  const opened = await open('usage')
  await opened.press('Enter')
  const people = await both(opened)
  expect(people.command).toMatch(/--by person --model \S+/)
  expect(people.printed).toEqual(people.screen)
  await opened.press('Esc', '/', 'o', 'Enter')
  const filtered = await both(opened)
  expect(filtered.command).toContain('--where o')
  expect(filtered.printed).toEqual(filtered.screen)
  await opened.press('Esc', '/')
  await opened.paste('credits>1k delta>10% !x')
  await opened.press('Enter')
  const conditions = await both(opened)
  expect(conditions.command).toContain("--where 'credits>1k delta>10% !x'")
  expect(conditions.printed).toEqual(conditions.screen)
  expect(conditions.screen.length).toBeGreaterThan(2)
  await opened.press('Esc', 'Esc', 'Tab', 'F', 'Enter', 'F', 'Enter', 'z', 'm')
  const apart = await both(opened)
  expect(apart.command).toContain('--by mcp-server --apart')
  expect(apart.printed).toEqual(apart.screen)
  await opened.press('d')
  const alone = await both(opened)
  expect(alone.command).not.toContain('--compare')
  expect(alone.printed).toEqual(alone.screen)
})

test.each(views)(
  'in every breakdown of a day of %s, what Y copies prints the same rows beside the usual weekday',
  async (_view, keys, groups) => {
    const opened = await open('usage')
    await toView(opened, [...keys, 'h', 'Enter'])
    for (let group = 0; group < groups; group += 1) {
      for (const sort of [[], ['s', 'd']]) {
        await opened.press(...sort)
        const { command, screen, printed } = await both(opened)
        expect(command).toMatch(/--from (\S+) --to \1 --compare weekday/)
        expect([command, printed]).toEqual([command, screen])
        expect(printed[0]).toEqual(expect.arrayContaining(['usual', 'difference']))
        expect(columnOf(printed, 'usual').some((usual) => Number(usual) > 0)).toBe(true)
      }
      await opened.press('F', 'Enter')
    }
  },
)

test('who used a model on a day is printed beside the usual weekday, filtered by it too', async () => {
  const opened = await open('usage')
  await toView(opened, ['n', 'Enter', 'Enter', '/'])
  await opened.paste('delta>10')
  await toView(opened, ['Enter'])
  const { command, screen, printed } = await both(opened)
  expect(command).toMatch(/--by person --model \S+ .* --compare weekday --where 'delta>10'/)
  expect(printed).toEqual(screen)
  expect(screen.length).toBeGreaterThan(2)
})
