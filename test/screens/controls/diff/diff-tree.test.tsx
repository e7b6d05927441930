import { expect, test } from 'vitest'
import { openDiff } from './diff-service.ts'

const before = {
  commandAllowlist: ['ls', 'npm test', 'git diff'],
  sandbox: {
    enabled: true,
    mode: 'whole-process',
    network: { allowedDomains: ['github.example'], allowLocalBinding: false },
  },
  customModels: [{ id: 'cm_1', model: 'own', note: 'a' }],
  sessionRetentionDays: 90,
  gone: { deep: [1, 2] },
}
const after = {
  commandAllowlist: ['git diff', 'ls', 'npm test'],
  sandbox: { enabled: true, mode: 'per-command', network: { allowedDomains: ['*'], allowLocalBinding: false } },
  customModels: [{ id: 'cm_1', model: 'own', note: 'b' }],
  sessionRetentionDays: 30,
  added: 'new',
}

test('a tree shows each change once, with its values, and with counts and verdicts at the headings', async () => {
  const { list, body, marks } = await openDiff([before, after])
  expect(body()[0]).toMatch(/^ A 1 2026-11-19 Ann {3}B 2 2026-11-20 Ben /)
  expect(body()[0]).toMatch(/ 3 changed {2}2 added {2}2 removed {2}1 reordered {3}!! 2 loosened {2}▼ 1 tightened$/)
  expect(marks()).toBe(' [1 19 Nov]──[2 20 Nov] latest')
  expect(list()).toEqual([
    '▌⇅ commandAllowlist          1 moved',
    ' ▾ sandbox                   ~1 +1 -1                        !! 2',
    '   ~ mode                    "whole-process" → "per-comman…  !',
    '   ~ network.allowedDomains  + *  - github.example           !!',
    ' ▾ customModels[cm_1]        ~1                              ◇ 1',
    '   ~ note                    "a" → "b"                       ◇',
    ' ~ sessionRetentionDays      90 → 30                         ▼',
    ' - gone                      {"deep": [1, 2]}                ◇',
    ' + added                     "new"                           ◇',
  ])
})

test('h folds a heading or the one above the row, l unfolds it; zM folds all, zR unfolds all, za toggles', async () => {
  const { press, list, selected } = await openDiff([before, after])
  await press('j', 'j', 'j', 'h')
  expect(selected()).toBe('▌▸ sandbox                   ~1 +1 -1                        !! 2')
  expect(list()).toHaveLength(7)
  for (const [keys, rows] of [
    ['l', 9],
    ['zM', 6],
    ['zR', 9],
    ['za', 6],
    ['za', 9],
  ] as const) {
    await press(...keys)
    expect([keys, list().length]).toEqual([keys, rows])
    expect(selected()).toMatch(/^▌[▾▸] sandbox/)
  }
})

test('folds and the selected part stay when A and B move', async () => {
  const wider = {
    ...after,
    sandbox: { enabled: true, mode: 'per-command', network: { allowedDomains: ['*', 'b.example'] } },
    more: 1,
  }
  const { press, list, selected, body } = await openDiff([before, after, wider])
  expect(body()[0]).toContain(' A 2 ')
  await press('(')
  expect(body()[0]).toContain(' A 1 ')
  await press('j', 'h', 'j', 'j', 'j')
  expect(selected()).toMatch(/sessionRetentionDays +90 → 30/)
  await press('<')
  expect(body()[0]).toContain(' B 2 ')
  expect(selected()).toMatch(/sessionRetentionDays +90 → 30/)
  expect(list().some((row) => row.includes('▸ sandbox'))).toBe(true)
  await press('>')
  expect(selected()).toMatch(/sessionRetentionDays +90 → 30/)
  expect(list().some((row) => row.includes('▸ sandbox'))).toBe(true)
})

test('n goes to the next change and unfolds its parents, w to the next loosened one, N and W back', async () => {
  const { press, selected, frame } = await openDiff([before, after])
  await press('z', 'M', 'g', 'g', 'n')
  expect(selected()).toMatch(/^▌ {2}~ mode/)
  await press('w')
  expect(selected()).toMatch(/^▌ {2}~ network\.allowedDomains/)
  await press('w')
  expect(frame().at(-1)).toContain('No change below loosened anything.')
  await press('n')
  expect(selected()).toMatch(/~ note/)
  await press('W', 'W')
  expect(selected()).toMatch(/^▌ {2}~ mode/)
  await press('N', 'N')
  expect(frame().at(-1)).toContain('No change above this one.')
  expect(selected()).toMatch(/commandAllowlist/)
})

test('( and ) move A, < and > move B, and A stays older than B', async () => {
  const many = [1, 2, 3, 4, 5].map((sessionRetentionDays) => ({ sessionRetentionDays }))
  const { press, marks } = await openDiff(many)
  expect(marks()).toBe(' 1 16 Nov──2 17 Nov──3 18 Nov──[4 19 Nov]──[5 20 Nov] latest')
  await press('(', '(')
  expect(marks()).toBe(' 1 16 Nov──[2 17 Nov]──3 18 Nov──4 19 Nov──[5 20 Nov] latest')
  await press('<', '<', '<')
  expect(marks()).toBe(' [1 16 Nov]──[2 17 Nov]──3 18 Nov──4 19 Nov──5 20 Nov latest')
  await press('(')
  expect(marks()).toBe(' [1 16 Nov]──[2 17 Nov]──3 18 Nov──4 19 Nov──5 20 Nov latest')
  await press(')')
  expect(marks()).toBe(' 1 16 Nov──[2 17 Nov]──[3 18 Nov]──4 19 Nov──5 20 Nov latest')
  await press('>')
  expect(marks()).toBe(' 1 16 Nov──[2 17 Nov]──3 18 Nov──[4 19 Nov]──5 20 Nov latest')
})

test('two equal revisions have a message', async () => {
  const { body } = await openDiff([before, before])
  expect(body()[0]).toMatch(/no difference$/)
  expect(body()[3]).toBe(' These revisions are equal.')
})

test('a filter shows paths that contain the text or match the glob, with their number and the total', async () => {
  const { press, list, body, command } = await openDiff([before, after])
  await press('/', ...'allow', 'Enter')
  expect(list().map((row) => row.slice(1, 30).trim())).toEqual([
    '⇅ commandAllowlist',
    '~ sandbox.network.allowedDomains'.slice(0, 29).trim(),
  ])
  expect(body()[2]).toContain('3 of 8, Esc shows all')
  expect(command()).toBe("= qd controls diff 1 2 --path '*allow*'")
  await press('Esc', '/', ...'sandbox.m', 'Enter')
  expect(list()).toHaveLength(1)
  expect(command()).toBe("= qd controls diff 1 2 --path '**.*sandbox.m*'")
  await press('Esc', '/', ...'sandbox.**', 'Enter')
  expect(list()).toHaveLength(3)
  expect(body()[2]).toContain('3 of 8')
  expect(command()).toBe("= qd controls diff 1 2 --path 'sandbox.**'")
  await press('Esc', '/', ...'zebra')
  expect(list()[0]).toBe(' No change matches. Press Esc to show all.')
})

test('f shows all, loosened, tightened and neutral changes in turn', async () => {
  const { press, list, body, frame } = await openDiff([before, after])
  await press('f')
  expect(body()[2]).toContain('f loosened  2 of 8 changes, f shows other kinds')
  await press('j')
  expect(frame().at(-1)).toContain('= qd controls diff 1 2 --verdict loosened')
  for (const [changes, rows] of [
    ['sandbox', 3],
    ['sessionRetentionDays', 1],
    ['gone', 4],
    ['commandAllowlist', 9],
  ] as const) {
    expect([list().some((row) => row.includes(changes)), list().length]).toEqual([true, rows])
    await press('f')
  }
})

test('y copies the change, its path, all changes or a patch', async () => {
  const { press, copied } = await openDiff([before, after])
  await press('j', 'j', 'y', 'y', 'y', 'p', 'y', 'a', 'y', 'j')
  expect(copied[0]).toBe('~ sandbox.mode  "whole-process" → "per-command"')
  expect(copied[1]).toBe('sandbox.mode')
  expect(copied[2]?.split('\n')).toHaveLength(9)
  expect(JSON.parse(copied[3] ?? '')).toContainEqual({ op: 'replace', path: '/sandbox/mode', value: 'per-command' })
})

test('entries that do not fit are counted, even after a long first one', async () => {
  const { list } = await openDiff([
    { list: ['a', 'b'], other: ['x'.repeat(12).concat('.example.example.example')] },
    { list: ['c', 'dd', 'eee', 'ffff', 'ggggg', 'hhhhhh', 'iiiiiii'], other: ['p', 'q'] },
  ])
  expect(list()[0]).toBe('▌~ list        - a  - b  + c  + dd  + eee  + ffff  and +3    ◇')
  expect(list()[1]).toBe(' ~ other       - xxxxxxxxxxxx.example.example.exam…  and +2  ◇')
  const narrow = await openDiff([{ list: ['a-very-long-host.name.of.a.company.example'] }, { list: ['p', 'q'] }], {
    columns: 60,
    rows: 16,
  })
  expect(narrow.list()[0]).toBe('▌~ list        - a-very-long-host.name.of.a.…  and +2  ◇')
})

const withSecret = { commandAllowlist: ['ls'], sandbox: { enabled: true }, env: { A: 'correct-horse-battery-1' } }
const changed = {
  commandAllowlist: ['ls', 'npm test'],
  sandbox: { enabled: false },
  env: { A: 'correct-horse-battery-2' },
}

test('| sends the tree as Markdown to the pager, and text as text', async () => {
  const { press, outside } = await openDiff([withSecret, changed])
  await press('|')
  expect(outside.paged[0]).toMatch(
    /^# Controls: `1 {2}2026-11-19 09:00 UTC {2}Ann` to `2 {2}2026-11-20 09:00 UTC {2}Ben`\n/,
  )
  expect(outside.paged[0]).toContain('sandbox.enabled')
  await press('z', 's', '|')
  expect(outside.paged[1]).toMatch(/^--- 1\n\+\+\+ 2\n@@ /)
  expect(outside.paged[1]).toContain('-    "enabled": true,')
  expect(outside.paged.join('\n')).not.toContain('correct-horse')
})

test('filtered-out changes are in no export except the patch', async () => {
  const { press, outside } = await openDiff([withSecret, changed])
  await press('/', ...'sandbox', 'Enter', '|', 'z', 's', '|')
  expect(outside.paged[0]).toContain('sandbox')
  expect(outside.paged.join('\n')).not.toContain('commandAllowlist')
  expect(outside.paged[1]).toContain('+    "enabled": false,')
})
