import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoIds } from '../../../src/service/demo/kit/repositories.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { type OpenedScreen, sharedDemo } from '../../helpers/screen.tsx'
import { openView, settled, toView, type VIEWS } from '../../helpers/views.ts'

type View = keyof typeof VIEWS

const demo = sharedDemo()
/** Stores the service accounts that a user added. */
const cache = join(fileFolder(), 'twins.db')

const run = (words: string[]) => runQd(words, { url: demo.url, key: demo.key, cache })
const open = (screen: View, rows = 60) => openView(demo, screen, { columns: 200, rows })

/** Presses keys, separated by spaces, or enters a filter, which begins with /. */
const go = async (opened: OpenedScreen, keys: string): Promise<void> => {
  if (!keys.startsWith('/')) return void (await toView(opened, keys.split(' ').filter(Boolean)))
  await opened.press('/')
  await opened.paste(keys.slice(1))
  await toView(opened, ['Enter'])
}

/** The command that Y copies, and its output. */
const twinOf = async (opened: OpenedScreen, format: string): Promise<{ command: string; out: string }> => {
  await opened.press('Y')
  const command = (opened.copied.at(-1) ?? '').replace(/^qd /, '')
  const words = (command.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''))
  const ran = await run([...words, '--format', format])
  expect([command, ran.code, ran.code === 0 ? '' : ran.err]).toEqual([command, 0, ''])
  return { command, out: ran.out }
}

/** A column of a CSV without quotes before it. */
const columnOf = (csv: string, name: string): (string | undefined)[] => {
  const [heading = [], ...rows] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((row) => row[heading.indexOf(name)])
}

/** Expects that the copied command prints the same as the file of ^s or the Markdown in the pager. */
const expectSame = async (opened: OpenedScreen, format: 'csv' | 'md' = 'csv'): Promise<string> => {
  const { files, paged } = opened.outside
  files.clear()
  // What is still being compared can't be exported yet.
  await settled(opened)
  await go(opened, format === 'csv' ? '^s c Enter' : '|')
  if (format === 'csv') await opened.frameWith('Wrote')
  const { command, out } = await twinOf(opened, format)
  expect([command, out]).toEqual([command, format === 'csv' ? [...files.values()].join('') : paged.at(-1)])
  expect([command, out.trim().split('\n').length > 1]).toEqual([command, true])
  return command
}

type Step = string | [keys: string, command: string | RegExp]

/** Each breakdown of a view of Usage: the first one in all of these orders, the others in one of them by turns. */
const breakdowns = (keys: string, count: number, sorts: readonly string[]): string[] => [
  keys,
  ...sorts,
  ...Array.from({ length: count - 1 }, (_, at) => ['F Enter', sorts[at % sorts.length] ?? '']).flat(),
]
const orders = (letters: string): string[] => [...letters].map((letter) => `s ${letter}`)
const allOrders = orders('ndc')

test.each<[what: string, screen: View, steps: Step[]]>([
  ['people in every order', 'people', ['G', ...orders('ctsnody'), 'd']],
  ['single days of people', 'people', [['z d G', /^analytics users (?!.*--totals)/], 's t']],
  ['marked people', 'people', ['Space j Space j Space =']],
  ['the days of a person', 'people', ['Enter']],
  [
    'revisions',
    'controls',
    // At the end of the list all revisions are loaded and compared.
    [
      'G g g',
      '/verdict=loosened',
      ['f', "controls open --sort revision --where 'verdict=loosened'"],
      ['Esc', /controls open --sort revision$/],
    ],
  ],
  ['the changes of a setting', 'controls', ['Enter b']],
  ['computers', 'computers', [...orders('ccns'), ['/status=error,active', "--where 'status=error,active'"]]],
  ['keys', 'keys', [...orders('eeanc'), 'f', 'f f', ['/state=active', "--where 'state=active'"]]],
  ['CI jobs', 'ci', [...orders('ttsr'), 'f', 'f f', ['/phase=failed,done', "--where 'phase=failed,done'"]]],
  [
    'repositories',
    'readiness',
    [
      ...orders('tllpdn'),
      ['s n', 'readiness list --newest --sort'],
      ['/level<4 fails=readme,codeowners', "--where 'level<4 fails=readme,codeowners'"],
    ],
  ],
  ['a criterion in all repositories', 'readiness', ['Enter n Enter', ['f', "--where 'verdict=failed'"]]],
  ['the reports of a repository', 'readiness', ['Enter Tab']],
  ['credits', 'usage', breakdowns('', 4, allOrders)],
  ['tools', 'usage', breakdowns('Tab', 8, allOrders)],
  ['activity', 'usage', breakdowns('Tab Tab', 3, allOrders)],
  ['productivity', 'usage', breakdowns('S-Tab S-Tab', 3, allOrders)],
  ['savings', 'usage', ['S-Tab']],
  [
    'the users of a model, filtered rows and separate names',
    'usage',
    [
      ['Enter', /--by person --model \S+/],
      'Esc',
      ['/credits>1k delta>10% !x', "--where 'credits>1k delta>10% !x'"],
      'Esc Esc',
      ['Tab F Enter F Enter z m', '--by mcp-server --apart'],
      ['d', /^(?!.*--compare)/],
    ],
  ],
  [
    'the users of a model on a day',
    'usage',
    ['n Enter Enter', ['/delta>10', /--by person --model \S+ .* --compare weekday --where 'delta>10'/]],
  ],
])('the copied command prints %s as the screen shows them', async (_, screen, steps) => {
  if (screen === 'keys') for (const id of Object.values(demoIds.serviceAccounts)) await run(['keys', 'add', id])
  const opened = await open(screen)
  for (const step of steps) {
    const [keys, wanted] = typeof step === 'string' ? [step, ''] : step
    await go(opened, keys)
    expect(await expectSame(opened, screen === 'usage' ? 'md' : 'csv')).toEqual(
      typeof wanted === 'string' ? expect.stringContaining(wanted) : expect.stringMatching(wanted),
    )
  }
})

test.each([
  ['credits', '', 4],
  ['tools', 'Tab ', 8],
  ['activity', 'Tab Tab ', 3],
  ['productivity', 'S-Tab S-Tab ', 3],
])('the copied command prints a day of %s next to the usual weekday, in every breakdown', async (_, keys, count) => {
  const opened = await open('usage')
  for (const step of [`${keys}h Enter`, 's d', ...Array.from({ length: count - 1 }, () => 'F Enter')]) {
    await go(opened, step)
    expect(await expectSame(opened, 'md')).toMatch(/--from (\S+) --to \1 --compare weekday/)
    expect(columnOf((await twinOf(opened, 'csv')).out, 'usual').some((usual) => Number(usual) > 0)).toBe(true)
  }
})

test.each([
  ['ci', 'Enter'],
  ['controls', 'Enter Enter'],
] as const)('inside %s the copied command prints everything, and names an omitted filter', async (screen, keys) => {
  const opened = await open(screen)
  await go(opened, `${keys} |`)
  const { jobs, settings } = JSON.parse((await twinOf(opened, 'json')).out)
  expect(jobs?.[0] ?? settings).toMatchObject(JSON.parse(opened.outside.paged.at(-1) ?? ''))
  expect(opened.frame().join('\n')).not.toContain('(without')
  await go(opened, '/a')
  await opened.press('Y')
  await opened.frameWith('(without the path filter)')
})

test('the copied command prints a comparison as shown, with and without a filter', async () => {
  const opened = await open('controls')
  for (const keys of ['Enter', 'f']) {
    await go(opened, keys)
    await expectSame(opened, 'md')
  }
})

test('the copied command prints the open computer and key', async () => {
  const computers = await open('computers')
  await go(computers, 'Enter y j')
  const { name, status } = JSON.parse(computers.copied.at(-1) ?? '')
  expect(JSON.parse((await twinOf(computers, 'json')).out)).toMatchObject({ name, status })
  const keys = await open('keys')
  await go(keys, 'Enter y j')
  const { id } = JSON.parse(keys.copied.at(-1) ?? '')
  expect(JSON.parse((await twinOf(keys, 'json')).out).apiKeys).toMatchObject([{ id }])
})

test('the copied command prints the shown wiki runs, also with a filter', async () => {
  const opened = await open('wiki')
  for (const keys of ['', '/o']) {
    await go(opened, keys)
    const shown = opened.frame().flatMap((row) => /^[▌ ](wiki_\S+)/.exec(row)?.[1] ?? [])
    expect(columnOf((await twinOf(opened, 'csv')).out, 'wikiRunId')).toEqual(shown)
    expect(shown.length).toBeGreaterThan(1)
  }
})

test('the copied command prints the shown criteria: filtered, compared and on the way up', async () => {
  const opened = await open('readiness', 140)
  for (const [keys, least] of [
    ['Enter z a z a', 50],
    ['f', 0],
    ['f', 0],
    ['f', 0],
    ['f', 50],
    ['/level=2 verdict=failed', 0],
    ['Esc d', 0],
    ['f f f f d w', 0],
  ] as const) {
    await go(opened, keys)
    const shown = opened.frame().flatMap((row) => /^[▌ ] {3}[✓✗–?] (\S+)/.exec(row)?.[1] ?? [])
    const { command, out } = await twinOf(opened, 'csv')
    expect([command, columnOf(out, 'criterion')]).toEqual([command, shown])
    expect([command, shown.length > least]).toEqual([command, true])
  }
})

test('the copied command prints the shown criteria of all repositories, also sorted and filtered', async () => {
  const opened = await open('readiness', 140)
  for (const keys of ['Tab z p', 's u', 's w', '/failing>3 level<=3', 'Esc s n']) {
    await go(opened, keys)
    const shown = opened.frame().flatMap((row) => /^[▌ ](\w+) +(?:L\d|other) +\d+ /.exec(row)?.[1] ?? [])
    const { command, out } = await twinOf(opened, 'csv')
    expect([command, columnOf(out, 'criterion').slice(0, shown.length)]).toEqual([command, shown])
    expect(shown.length).toBeGreaterThan(5)
  }
})

test('the copied command prints marked repositories side by side with the shown criteria', async () => {
  const opened = await open('readiness')
  await go(opened, 'Space j Space j Space =')
  const { command, out } = await twinOf(opened, 'csv')
  expect(command.match(/--with \S+/g)).toHaveLength(3)
  const printed = out.split('\r\n').map((line) => line.split(',').map((cell) => cell || '–'))
  const shown = opened
    .frame()
    .slice(6, -2)
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const [, name = '', cells = ''] = /^(.+?)(?: {2,}| (?=[✓✗–?] ))(.*)$/.exec(row.slice(1)) ?? []
      return [name.replace('…', ''), ...cells.replaceAll(/[✓✗–?] (?=\S)/g, '').split(/ {2,}/)]
    })
  expect(shown.length).toBeGreaterThan(20)
  const first = printed.findIndex(([name]) => name === 'level')
  for (const [at, [name = '', ...texts]] of shown.entries()) {
    const cells = texts.map((text) => text.trim()).filter(Boolean)
    // Only criteria have the last column.
    expect(cells).toHaveLength(at < 7 ? 3 : 4)
    expect(printed[first + at]?.slice(1, 1 + cells.length)).toEqual(cells)
    expect(printed[first + at]?.[0]?.startsWith(name.trim())).toBe(true)
  }
})

test('the copied command prints the figures, attention items and revisions of Overview', async () => {
  const opened = await open('overview')
  await go(opened, '|')
  const printed = JSON.parse((await twinOf(opened, 'json')).out)
  const lines = (opened.outside.paged.at(-1) ?? '').split('\n')
  const figures = lines
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name = '']) => name in printed)
  expect(figures.length).toBeGreaterThan(6)
  for (const [, name = '', value, before] of figures) {
    // Values in Markdown are rounded.
    expect(Number(value) / printed[name].value).toBeCloseTo(1, 3)
    expect(Number(before) / printed[name].previous).toBeCloseTo(1, 3)
  }
  // Only the command has the accounts that other tests added.
  const own = printed.attention.filter(({ screen }: { screen: string }) => screen !== 'keys')
  expect(lines.filter((line) => /^- (high|medium): /.test(line))).toHaveLength(own.length)
  const shown = lines.slice(lines.findIndex((line) => line.startsWith('## Controls'))).join('\n')
  const revisions = [...shown.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number))
  const newest = printed.revisions.map(({ revision }: { revision: number }) => revision)
  expect(newest.length).toBeGreaterThan(3)
  expect(revisions.slice(0, newest.length)).toEqual(newest)
})
