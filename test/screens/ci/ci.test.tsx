import { expect, test } from 'vitest'
import { type OpenedScreen, openScreen, sharedDemo, until } from '../../helpers/screen.tsx'
import { testFront } from '../../helpers/test-server.ts'

const demo = sharedDemo()

/** The screen, with a server that returns this body as its jobs. */
const openWith = async (body: unknown): Promise<OpenedScreen> => {
  const front = await testFront(undefined, (path) => (path.endsWith('/ci/jobs') ? { status: 200, body } : undefined))
  return openScreen(front, { columns: 120, rows: 24, screen: 'ci' })
}

const textOf = (opened: OpenedScreen): string => opened.frame().join('\n')

test('n selects the next failed job, f filters by phase, s sorts', async () => {
  const opened = await openScreen(demo, { columns: 120, rows: 24, screen: 'ci' })
  await opened.frameWith((frame) => frame.join('\n').includes('8 jobs'))
  await opened.press('n')
  expect(textOf(opened)).toMatch(/▌✗ failed/)
  await opened.press('n')
  expect(textOf(opened)).toContain('No failed job below.')
  await opened.press('f')
  expect(textOf(opened)).toContain('only failed')
  expect(textOf(opened)).not.toContain('◐ running ')
  await opened.press('f')
  expect(opened.frame().filter((row) => /^.[◐○✗✓–] /.test(row))).toHaveLength(3)
  await opened.press('f')
  for (const key of ['s', 'r']) await opened.press(key)
  expect(opened.frame()[6]).toMatch(/northwind\/checkout +\S*ci\.yml/)
})

test('rows are dimmed while a refresh takes long', async () => {
  const front = await testFront(demo)
  const opened = await openScreen(front, { columns: 120, rows: 24, screen: 'ci' })
  await opened.loaded()
  const row = () => opened.styledFrame().find((line) => line.includes('awaiting review')) ?? ''
  const dimmed = opened.session.theme.dim(row())
  front.play(() => 'hold')
  await opened.press('R')
  await until(() => row() === dimmed, row)
})

test('a job is copied as row, id, URL and JSON', async () => {
  const opened = await openScreen(demo, { columns: 120, rows: 24, screen: 'ci' })
  await opened.frameWith((frame) => frame.join('\n').includes('8 jobs'))
  await opened.press('n')
  for (const key of ['y', 'y', 'y', 'i', 'y', 'u', 'y', 'j']) await opened.press(key)
  const url = 'https://github.example/northwind/payments/pull/431'
  const id = 'northwind/payments::.github/workflows/nightly.yml'
  expect(opened.copied.slice(0, 3)).toEqual([
    ['northwind/payments', '.github/workflows/nightly.yml', 'create', 'failed', url].join('\t'),
    id,
    url,
  ])
  expect(JSON.parse(opened.copied[3] ?? '')).toMatchObject({ id, prUrl: url, status: 'failed' })
  await opened.press('o')
  await opened.frameWith('Open the pull request in the browser')
})

test('Enter opens a job as a tree whose paths and values can be copied, and Esc goes back', async () => {
  const jobs = [{ id: 'web/shop::ci.yml', status: 'failed', steps: [{ name: 'build', log: { lines: ['a', 'b'] } }] }]
  const opened = await openWith({ jobs })
  await opened.frameWith((frame) => frame.join('\n').includes('1 job '))
  await opened.press('Enter')
  await opened.frameWith((frame) => (frame[0] ?? '').includes('CI > ci.yml'))
  for (const key of ['G', 'y', 'p', 'y', 'v', 'h', 'y', 'p', 'y', 'v']) await opened.press(key)
  expect(opened.copied).toEqual(['steps[name=build].log.lines{"b"}', 'b', 'steps[name=build].log.lines', '["a","b"]'])
  expect(textOf(opened)).toMatch(/▸ lines +a, b/)
  await opened.press('Esc')
  await opened.frameWith((frame) => !(frame[0] ?? '').includes('ci.yml'))
})

test.each([
  [[], 'An empty list.'],
  [{}, 'An object without members.'],
  [{ items: [] }, 'items'],
  ['later', '"later"'],
  [{ items: [{ name: 'a', on: true }] }, '[name=a]'],
])('a response of another shape is shown as a tree, without an error: %j', async (body, shown) => {
  const opened = await openWith(body)
  await opened.frameWith((frame) => frame.join('\n').includes('The response is not a list of jobs'))
  expect(textOf(opened)).toContain(shown)
  expect(opened.frame()[0]).toContain('●')
  expect(textOf(opened)).not.toMatch(/✗/)
})

test('unknown fields get columns if there is space, and the detail shows all of them', async () => {
  const jobs = [{ id: 'web/shop::ci.yml', status: 'odd_new_one', attempts: 3, deep: { a: 1 } }]
  const opened = await openWith({ jobs })
  await opened.frameWith((frame) => frame.join('\n').includes('1 job '))
  expect(textOf(opened)).toContain('? odd new one')
  expect(opened.frame()[5]).toMatch(/ACTION/)
  expect(textOf(opened)).toMatch(/attempts +3/)
  await opened.resize(200, 30)
  await opened.frameWith((frame) => / attempts/.test(frame[5] ?? ''))
})

test('an empty list of jobs is explained', async () => {
  const opened = await openWith({ jobs: [] })
  await opened.frameWith('No CI jobs.')
})

test('inside a job the filter hint names a path', async () => {
  const opened = await openScreen(demo, { columns: 120, rows: 24, screen: 'ci' })
  await opened.frameWith('8 jobs')
  await opened.press('Enter', '/')
  expect((await opened.frameWith('a part of a path')).join('\n')).toMatch(/\/ +a part of a path, or a glob/)
  await opened.press('r')
  expect(opened.frame().join('\n')).not.toContain('a part of a path')
})
