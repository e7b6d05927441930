import { afterAll, expect, onTestFinished, test } from 'vitest'
import { RISK_RULES } from '../../../src/domain/risk/risk-rules.ts'
import { startRevisions } from '../../helpers/controls-service.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

const GUIDE =
  'Never run anything that deletes files without asking, and never push to a branch that others work on as well.'
const before = {
  a: 1,
  b: 2,
  c: 3,
  d: 4,
  e: 5,
  guide: GUIDE,
  mcpPolicy: { enabled: true, allowlist: ['one', 'two'] },
  sandbox: { enabled: true, network: { allowedDomains: ['git.example'] } },
}
const after = {
  ...before,
  guide: `${GUIDE} Really.`,
  mcpPolicy: { enabled: true, allowlist: ['one'] },
  sandbox: { enabled: false, network: { allowedDomains: ['git.example', '*'] } },
}

const service = await startRevisions([before, after], { stepMs: 86_400_000, nameOf: (at) => ['Ann', 'Ben'][at] ?? '' })
afterAll(() => service.close())

const qd = (line: string, options: RunOptions = {}) =>
  runQd(line.split(' '), { url: service.url, key: service.keys.owner, ...options })

test('--verdict and --path filter the changes in each style', async () => {
  const { out } = await qd('controls diff --verdict tightened --json')
  expect(JSON.parse(out).changes.map(({ path }: { path: string }) => path)).toEqual(['mcpPolicy.allowlist{"two"}'])
  const text = (await qd('controls diff --style unified --path **.allowlist')).out
  expect(text).toContain('\n-      "two",\n')
  expect(text).not.toMatch(/guide|sandbox/)
  const none = await qd('controls diff --verdict neutral --style unified --path sandbox')
  expect([none.out, none.err]).toEqual([
    '',
    expect.stringContaining('have no differences at this path with the verdict neutral.'),
  ])
})

test('--style unified prints three lines around each change', async () => {
  const { out, code } = await qd('controls diff --style unified')
  expect(out).toMatch(
    /^--- revision 1 {2}2026-11-19 09:00 UTC {2}Ann\n\+\+\+ revision 2 .* Ben\n@@ -4,19 \+4,19 @@\n {3}"c": 3,\n/,
  )
  expect(out).toContain('   "sandbox": {\n-    "enabled": true,\n+    "enabled": false,\n     "network": {\n')
  expect(code).toBe(0)
})

test('--style split prints both sides in the width of the terminal, and wraps long lines', async () => {
  const { out, code } = await qd('controls diff --style split', { isOutputTerminal: true, columns: 100 })
  const lines = out.split('\n')
  expect(lines.slice(0, 13)).toEqual([
    'A  revision 1  2026-11-19 09:00 UTC  Ann         │ B  revision 2  2026-11-20 09:00 UTC  Ben',
    '… 3 unchanged lines',
    '    "c": 3,                                      │     "c": 3,',
    '    "d": 4,                                      │     "d": 4,',
    '    "e": 5,                                      │     "e": 5,',
    '-   "guide": "Never run anything that deletes    │ +   "guide": "Never run anything that deletes',
    '    files without asking, and never push to a    │     files without asking, and never push to a',
    '    branch that others work on as well.",        │     branch that others work on as well.',
    '                                                 │     Really.",',
    '    "mcpPolicy": {                               │     "mcpPolicy": {',
    '      "allowlist": [                             │       "allowlist": [',
    '        "one",                                   │         "one",',
    '-       "two",                                   │',
  ])
  expect(lines.slice(-2)).toEqual(['… 1 unchanged line', ''])
  expect(code).toBe(0)
})

test('--style split also works in ASCII, and without a terminal is 160 cells wide', async () => {
  const { out } = await qd('controls diff --style split --ascii --path sandbox.enabled')
  expect(out).toContain(`\n- ${'    "enabled": true,'.padEnd(76)} : +     "enabled": false,\n`)
})

test.each([60, 99])('a terminal of %i columns is too narrow for two sides', async (columns) => {
  const { out, err, code } = await qd('controls diff --style split', { isOutputTerminal: true, columns })
  expect(err).toBe(
    `--style split needs 100 columns and this terminal has ${columns}: make it wider or use --style unified.\n`,
  )
  expect({ out, code }).toEqual({ out: '', code: 2 })
})

test.each([
  ['unified', ''],
  ['split', ''],
  ['json-patch', '[]\n'],
])('for equal revisions, --style %s prints %j and a note', async (style, out) => {
  expect(await qd(`controls diff 2 2 --exit-code --style ${style}`)).toMatchObject({
    out,
    err: 'Revisions 2 and 2 have no differences.\n',
    code: 0,
  })
})

test('each change is listed with its verdict', async () => {
  const { out } = await qd('controls diff --format table --ascii --path *.**')
  expect(out.split('\n')).toEqual([
    'A  revision 1  2026-11-19 09:00 UTC  Ann',
    'B  revision 2  2026-11-20 09:00 UTC  Ben',
    '2 changed  1 added  1 removed',
    '',
    `i  ~ guide  "${GUIDE}" > "${GUIDE} Really."  ; neutral: changed, unknown meaning`,
    '_  - mcpPolicy.allowlist{"two"}  ; tightened: allows 1 fewer (rule mcp-allow)',
    '!! ~ sandbox.enabled  true > false  ; loosened: switched off (rule sandbox)',
    // While the sandbox is off its other settings have no effect, so only the switch counts.
    '   + sandbox.network.allowedDomains{"*"}',
    '',
  ])
})

test('csv has a row per change, and Markdown a section per member', async () => {
  const { out } = await qd('controls diff --format csv --path sandbox')
  const { out: markdown } = await qd('controls diff --format md --path mcpPolicy')
  expect(markdown).toContain('## `mcpPolicy`\n')
  expect(markdown).not.toContain('sandbox')
  expect(out.split('\r\n')).toEqual([
    'change,path,before,after,verdict,rule,what,isCritical',
    'changed,sandbox.enabled,true,false,loosened,sandbox,switched off,true',
    'added,"sandbox.network.allowedDomains{""*""}",,"""*""",,,,',
    '',
  ])
})

test('the rules are printed without a server, each with its path, meaning and source', async () => {
  const { rules } = JSON.parse((await runQd(['controls', 'rules'])).out)
  expect(rules.map(({ rule }: { rule: string }) => rule)).toEqual(RISK_RULES.map(({ name }) => name))
  expect(rules[0]).toEqual({
    rule: 'command-allow',
    path: 'commandAllowlist',
    means: 'allows',
    effect: 'an allowlist that allows nothing if missing: more entries loosen, fewer tighten',
    why: 'These commands run without confirmation.',
    source: 'documented',
  })
})

test.each([60, 80, 110, 200])('in %i columns no reason of a rule is cut', async (columns) => {
  const { out } = await runQd(['controls', 'rules', '--format', 'table'], { isOutputTerminal: true, columns })
  const words = out.replace(/\s+/g, ' ')
  if (columns === 110)
    expect(out).toMatch(
      /^RULE +PATH +MEANING +WHY\ncommand-allow +commandAllowlist +allows +These commands run without\n +confirmation\. \(documented\)\n/,
    )
  for (const { name, why } of RISK_RULES) {
    expect(words).toContain(` ${name} `)
    for (const word of why.split(' ')) expect(words).toContain(word)
  }
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns)
})

test('null or missing settings are compared as empty ones, and printed as a wrong type', async () => {
  const odd = await startRevisions([{ a: 1 }, null, undefined, { toString: 'own' }])
  onTestFinished(() => odd.close())
  const run = (line: string) => runQd(['controls', ...line.split(' ')], { url: odd.url, key: odd.keys.owner })
  const changes = async (pair: string) => JSON.parse((await run(`diff ${pair}`)).out).changes
  expect(await changes('1 2')).toMatchObject([{ change: 'removed', path: 'a', before: 1, after: null }])
  expect(await changes('3 4')).toMatchObject([{ change: 'added', path: 'toString', before: null, after: 'own' }])
  const { out, err } = await run('show 2 --format table')
  expect([out, err]).toEqual([expect.stringMatching(/^revision 2 .*\n\n\?\n$/), expect.stringContaining('shown as ?')])
})
