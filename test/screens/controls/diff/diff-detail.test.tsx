import { expect, test } from 'vitest'
import { openDiff } from './diff-service.ts'

/** The rows of the detail that are not empty. */
const nonEmpty = (detail: readonly string[]) => detail.filter((row) => row !== '')

test('the detail has the change, its verdict, both values, and the rule with its reason', async () => {
  const { detail, frameWith } = await openDiff([{ sandbox: { enabled: true } }, { sandbox: { enabled: false } }])
  await frameWith('last changed')
  expect(nonEmpty(detail())).toEqual([
    'sandbox.enabled',
    '~ changed   last changed in 2 by Ben',
    '!! critical  switched off',
    '- true',
    '+ false',
    'Without the sandbox, commands can access the whole',
    'machine. Rule sandbox.',
    'BLAME   b shows all changes',
    '2 Ben  false',
    '1 Ann  true',
  ])
})

test('in an object that was removed, each verdict names its part, and each rule is explained once', async () => {
  const { detail } = await openDiff([{ sessionDefaultSettings: { model: 'a', specModeModel: 'b' } }, {}], {
    columns: 160,
  })
  expect(nonEmpty(detail()).slice(2, 5)).toEqual([
    '◇ neutral  model  changed, check the effect',
    '◇ neutral  specModeModel  changed, check the effect',
    '- {',
  ])
  expect(detail().filter((row) => row.includes('Rule model-default'))).toHaveLength(1)
})

test('the short blame of an object names the members that changed; a narrow window omits the author of the last change', async () => {
  const settings = [1, 2].map((hooksTimeout) => ({ hooks: { hooksTimeout, other: [hooksTimeout], a: 1, b: 1 } }))
  const { detail, frameWith } = await openDiff(settings)
  await frameWith('BLAME')
  expect(nonEmpty(detail())[1]).toBe('1 changed  1 added  1 removed   last changed in 2')
  expect(nonEmpty(detail())).toContain('2 Ben  ~ hooksTimeout  - other{1}  + other{2}')
})

test('moving a mark beyond the newest or oldest revision shows a notice', async () => {
  const { press, frame } = await openDiff([{ a: 1 }, { a: 2 }])
  await press('>')
  expect(frame().at(-1)).toBe(' 2 is the newest revision.')
  await press('(')
  expect(frame().at(-1)).toBe(' 1 is the oldest revision.')
})

test.each([
  [
    ['b', 'c', 'd', 'e f', '7'],
    '▌~ list        - a  + e f  + "7"                             ◇',
    /^~ 2 added, 1 removed/,
    ['- a', '+ e f', '+ "7"'],
  ],
  [
    ['d', 'a', 'b', 'c'],
    '▌⇅ list        1 moved                                       ◇',
    /^⇅ reordered/,
    ['⇅ d  4 → 1'],
  ],
  [
    ['c', 'a', 'b', 'd', 'x'],
    '▌~ list        + x  1 moved                                  ◇',
    /^~ 1 added, 1 moved/,
    ['+ x', '⇅ c  3 → 1'],
  ],
])('the detail of a list that became %j has added, removed and moved entries', async (list, row, kind, lines) => {
  const opened = await openDiff([{ list: ['a', 'b', 'c', 'd'] }, { list }])
  expect(opened.list()).toEqual([row])
  const rows = nonEmpty(opened.detail())
  expect(rows[1]).toMatch(kind)
  expect(rows.slice(3, 3 + lines.length)).toEqual(lines)
})

test('the moved items of a list share one row, next to the rows of changed items', async () => {
  const items = [
    { id: 'a', on: 1 },
    { id: 'b', on: 1 },
    { id: 'c', on: 1 },
  ]
  const { detail, list, press } = await openDiff([{ items }, { items: [items[2], items[0], { id: 'b', on: 2 }] }])
  expect(list()).toEqual([
    '▌▾ items       ~1 ⇅1                                         ◇ 1',
    '   ⇅ (order)   1 moved                                       ◇',
    '   ~ [b].on    1 → 2                                         ◇',
  ])
  await press('j')
  expect(nonEmpty(detail())[3]).toBe('⇅ id c  3 → 1')
})

const long = 'Review each change for secrets and for tests before you merge it into the main branch'

test('in long texts the different words are marked, also without colour', async () => {
  const after = long.replace('secrets', 'keys and secrets').replace('main', 'release')
  for (const colors of ['256', 'none'] as const) {
    const { detail, list } = await openDiff([{ prompt: long }, { prompt: after }], { theme: { colors } })
    expect(nonEmpty(detail()).slice(3, 6)).toEqual([
      'Review each change for {+keys and +}secrets and',
      'for tests before you merge it into the',
      '[-main-]{+release+} branch',
    ])
    expect(list()[0]).toMatch(/^▌~ prompt {6}… change for {\+keys and/)
  }
})

test('an added object is JSON over several rows, and J and K scroll it', async () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`m${index}`, { on: index }]))
  const { detail, press } = await openDiff([{}, { many }])
  const rows = nonEmpty(detail())
  expect(rows.slice(3, 7)).toEqual(['+ {', '+   "m0": {', '+     "on": 0', '+   },'])
  expect(rows.at(-1)).toMatch(/^\d+ more lines, J scrolls$/)
  await press('J', 'J')
  expect(nonEmpty(detail())[1]).toBe('+ {')
  await press('K', 'K', 'K')
  expect(nonEmpty(detail())[0]).toBe('many')
})

test('a heading has the counts and the findings of all changes below it', async () => {
  const { detail } = await openDiff([
    { sandbox: { enabled: true, mode: 'whole-process', network: { allowedDomains: ['a'] } } },
    { sandbox: { enabled: true, mode: 'per-command', network: { allowedDomains: ['*'] } } },
  ])
  expect(nonEmpty(detail()).slice(1, 6)).toEqual([
    expect.stringMatching(/^1 changed {2}1 added {2}1 removed/),
    '!! critical  network.allowedDomains',
    '  allows everything now (rule sandbox-allow)',
    '! loosened  mode',
    '  restricts less (rule sandbox-mode)',
  ])
})

test('the last change is computed after a pause in typing, and no other row moves', async () => {
  const { press, body, frameWith, frames } = await openDiff([
    { a: 1, b: 1 },
    { a: 2, b: 2 },
  ])
  await frameWith('last changed')
  const count = frames().length
  await press('j')
  const early = body()
  expect(early.join('\n')).not.toContain('last changed')
  await frameWith('last changed')
  const late = body()
  expect(late).toHaveLength(early.length)
  for (const [y, row] of early.entries()) expect(late[y]?.startsWith(row.trimEnd())).toBe(true)
  expect(frames().length).toBeGreaterThan(count)
})

test('b opens the blame of the part, Enter on a revision its changes at that part, and Esc goes back each time', async () => {
  const settings = [
    { a: 1, b: { c: 1 } },
    { a: 2, b: { c: 2 } },
    { a: 3, b: { c: 3 } },
  ]
  const { press, selected, frameWith, body } = await openDiff(settings)
  await press('j')
  expect(selected()).toMatch(/~ b\.c +2 → 3/)
  await press('b')
  await frameWith('qd controls blame b.c')
  await press('j', 'Enter')
  expect(body()[0]).toContain(' A 1 ')
  expect(selected()).toMatch(/~ b\.c +1 → 2/)
  await press('Esc')
  await frameWith('qd controls blame b.c')
  await press('Esc')
  expect(selected()).toMatch(/~ b\.c +2 → 3/)
})

test('from the blame of an object, its first changed part is selected', async () => {
  const settings = [
    { a: 1, b: { c: 1, d: 1 } },
    { a: 2, b: { c: 2, d: 2 } },
    { a: 3, b: { c: 2, d: 3 } },
  ]
  const { press, selected, frameWith } = await openDiff(settings)
  await press('(', 'j')
  expect(selected()).toMatch(/▾ b/)
  await press('b')
  await frameWith('qd controls blame b')
  await press('Enter')
  expect(selected()).toMatch(/~ b\.d +2 → 3/)
})
