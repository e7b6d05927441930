import { beforeAll, expect, test } from 'vitest'
import { type Organisation, startDemo } from '../../helpers/demos.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { isLoaded, type OpenedScreen, openScreen } from '../../helpers/screen.tsx'

// What Y copies is run in process against the same service, and its rows are laid beside those of the screen's own export.

let demo: Organisation
beforeAll(async () => {
  demo = await startDemo()
})

const open = async (screen: 'usage' | 'people' | 'readiness' | 'controls') => {
  const opened = await openScreen(demo, { columns: 200, rows: 60, screen })
  await opened.frameWith(isLoaded)
  return opened
}

/** Cells of a Markdown table. */
const cellsOf = (markdown: string): string[][] =>
  markdown
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

/** What the pager is given of the view, and what the copied command prints of it, both as Markdown. */
const both = async (opened: OpenedScreen): Promise<{ command: string; screen: string[][]; printed: string[][] }> => {
  await opened.frameWith(isLoaded)
  await opened.press('|', 'Y')
  const command = (opened.copied.at(-1) ?? '').replace(/^qd /, '')
  const words = (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''))
  const ran = await runQd([...words, '--format', 'md'], { url: demo.url, key: demo.key })
  expect([command, ran.code]).toEqual([command, 0])
  return { command, screen: cellsOf(opened.outside.paged.at(-1) ?? ''), printed: cellsOf(ran.out) }
}

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
    await opened.press(...keys)
    const seen = new Set<string>()
    for (let group = 0; group < groups; group += 1) {
      for (const sort of [[], ['s', 'n'], ['s', 'd'], ['s', 'c']]) {
        await opened.press(...sort)
        const { command, screen, printed } = await both(opened)
        expect([command, printed]).toEqual([command, screen])
        expect(screen.length).toBeGreaterThan(2)
        seen.add(command)
      }
      await opened.press('F', 'Enter')
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

test('people stand in the copied command as on the screen, in every order', async () => {
  const opened = await open('people')
  await opened.press('G')
  await opened.frameWith((frame) => !frame.join('\n').includes('loading') && isLoaded(frame))
  for (const letter of ['c', 't', 's', 'n', 'o', 'd', 'y']) {
    await opened.press('s', letter)
    const { command, screen, printed } = await both(opened)
    const column = (rows: string[][], name: string): (string | undefined)[] => {
      const at = rows[0]?.indexOf(name) ?? -1
      expect([command, name, at]).not.toEqual([command, name, -1])
      return rows.slice(2).map((row) => row[at])
    }
    for (const [own, printedAs] of [
      ['name', 'user_email'],
      ['credits', 'billable_tokens'],
      ['share', 'share'],
      ['tools', 'tool_calls'],
      ['sessions', 'sessions'],
      ['commits', 'git_commits'],
    ] as const)
      expect([command, own, column(printed, printedAs)]).toEqual([command, own, column(screen, own)])
  }
})
