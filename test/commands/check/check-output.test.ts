import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOMParser, type Element } from '@xmldom/xmldom'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startRevisions } from '../../helpers/controls-service.ts'
import { startDemo } from '../../helpers/demos.ts'
import { startHostile } from '../../helpers/hostile-front.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { ALL_CHECKS } from '../../helpers/run-check.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'

const service = await startRevisions([
  { sandbox: { enabled: true }, byomComputersEnabled: false },
  { sandbox: { enabled: false }, byomComputersEnabled: true },
])
afterAll(() => service.close())

const POLICY = `version: 1
checks:
  - {check: controls.loosened, max: 1, name: "a, b: 50%"}
  - {check: controls.loosened, severity: critical, max: 1}
  - check: readiness.level
    min: 2
`

const check = (words: readonly string[], options: RunOptions = {}, policy = POLICY) =>
  runQd(['check', '-', ...words], {
    url: service.url,
    key: service.keys.owner,
    readInput: async () => policy,
    ...options,
  })

test('the document has the documented members', async () => {
  const { out, code } = await check(['--json'])
  expect(code).toBe(1)
  expect(JSON.parse(out)).toEqual({
    schema: 1,
    passed: false,
    checks: [
      {
        name: 'a, b: 50%',
        check: 'controls.loosened',
        status: 'failed',
        found: 2,
        limit: 1,
        why: '2 settings that were loosened are still in effect; the limit is 1.',
        items: [
          {
            id: '2:sandbox.enabled',
            text: 'sandbox.enabled switched off, in revision 2',
            link: 'qd:///controls/2?path=sandbox.enabled',
          },
          {
            id: '2:byomComputersEnabled',
            text: 'byomComputersEnabled switched on, in revision 2',
            link: 'qd:///controls/2?path=byomComputersEnabled',
          },
        ],
      },
      {
        name: 'controls.loosened critical',
        check: 'controls.loosened',
        status: 'passed',
        found: 1,
        limit: 1,
        why: '1 critical setting that was loosened is still in effect; the limit is 1.',
        items: [
          {
            id: '2:sandbox.enabled',
            text: 'sandbox.enabled switched off, in revision 2',
            link: 'qd:///controls/2?path=sandbox.enabled',
          },
        ],
      },
      {
        name: 'readiness.level *',
        check: 'readiness.level',
        status: 'unknown',
        found: null,
        limit: 2,
        why: 'There are no readiness reports.',
        items: [],
      },
    ],
  })
})

test('the table lists all checks, and the items of those that did not pass', async () => {
  const { out, err, code } = await check([])
  expect([code, err]).toEqual([1, ''])
  expect(out.split('\n')).toEqual([
    'STATUS   CHECK                       FOUND  LIMIT  WHY',
    'failed   a, b: 50%                       2      1  2 settings that were loosened are still in effect; the limit is 1.',
    'passed   controls.loosened critical      1      1  1 critical setting that was loosened is still in effect; the limit is 1.',
    'unknown  readiness.level *               –      2  There are no readiness reports.',
    '',
    'a, b: 50%',
    '  - sandbox.enabled switched off, in revision 2',
    '  - byomComputersEnabled switched on, in revision 2',
    '',
    '1 passed, 1 failed, 1 unknown.',
    '',
  ])
  const narrow = await check([], { isOutputTerminal: true, columns: 60 })
  expect(narrow.out.split('\n')).toEqual([
    'STATUS   CHECK                       FOUND  LIMIT',
    'failed   a, b: 50%                       2      1',
    'passed   controls.loosened critical      1      1',
    'unknown  readiness.level *               –      2',
    '',
    'a, b: 50%',
    '  2 settings that were loosened are still in effect; the',
    '  limit is 1.',
    '  - sandbox.enabled switched off, in revision 2',
    '  - byomComputersEnabled switched on, in revision 2',
    '',
    'readiness.level *',
    '  There are no readiness reports.',
    '',
    '1 passed, 1 failed, 1 unknown.',
    '',
  ])
  expect((await check(['--format', 'csv'])).out.split('\r\n')[1]).toBe(
    'failed,"a, b: 50%",controls.loosened,2,1,2,3,"2 settings that were loosened are still in effect; the limit is 1."',
  )
})

test('in GitHub Actions the table comes with annotations, and its text runs no command', async () => {
  const env = { QUARTERDECK_BASE_URL: service.url, QUARTERDECK_API_KEY: service.keys.owner, GITHUB_ACTIONS: 'true' }
  const { out } = await check([], { env })
  const lines = out.split('\n')
  const token = /^::stop-commands::([\da-f-]{36})$/.exec(lines[0] ?? '')?.[1]
  const end = lines.indexOf(`::${token}::`)
  expect(lines[1]).toMatch(/^STATUS +CHECK/)
  expect(lines.slice(end + 1)).toEqual([
    '::error title=failed%3A a%2C b%3A 50%25::2 settings that were loosened are still in effect; the limit is 1.%0A- sandbox.enabled switched off, in revision 2%0A- byomComputersEnabled switched on, in revision 2',
    '::warning title=unknown%3A readiness.level *::There are no readiness reports.',
    '',
  ])
  expect((await check(['--json'], { env })).out).not.toContain('::')
  expect((await check([], { env: { ...env, GITHUB_ACTIONS: 'false' } })).out).not.toContain('::')
})

/** The rules of the usual schemas of JUnit for the elements that are written: parents and attributes. */
const JUNIT: Record<string, { in: string; required: string[]; optional: string[] }> = {
  testsuites: { in: '#document', required: [], optional: ['name', 'tests', 'failures', 'errors', 'time'] },
  testsuite: {
    in: 'testsuites',
    required: ['name', 'tests', 'failures', 'errors'],
    optional: ['skipped', 'time', 'timestamp', 'hostname'],
  },
  testcase: { in: 'testsuite', required: ['name', 'classname'], optional: ['time'] },
  failure: { in: 'testcase', required: [], optional: ['message', 'type'] },
  error: { in: 'testcase', required: [], optional: ['message', 'type'] },
  'system-out': { in: 'testsuite', required: [], optional: [] },
}

const junitOf = (xml: string): Element[] => {
  const problems: string[] = []
  const document = new DOMParser({
    onError: (level, message) => problems.push(`${level}: ${message}`),
  }).parseFromString(xml, 'text/xml')
  // The sign for a lone surrogate is one.
  expect(problems.filter((problem) => !problem.includes('replacement character'))).toEqual([])
  const elements = [...document.getElementsByTagName('*')]
  for (const element of elements) {
    const rule = JUNIT[element.tagName]
    const names = [...element.attributes].map(({ name }) => name)
    expect(rule?.in, element.tagName).toBe(element.parentNode?.nodeName)
    expect(names).toEqual(expect.arrayContaining(rule?.required ?? []))
    expect(names.filter((name) => !rule?.required.includes(name) && !rule?.optional.includes(name))).toEqual([])
  }
  const suite = elements[1]
  const count = (tag: string): string => String(elements.filter(({ tagName }) => tagName === tag).length)
  expect(suite?.getAttribute('tests')).toBe(count('testcase'))
  expect(suite?.getAttribute('failures')).toBe(count('failure'))
  expect(suite?.getAttribute('errors')).toBe(count('error'))
  return elements
}

test('JUnit has a test case for each check, failures and errors', async () => {
  const { out, code } = await check(['--format', 'junit'])
  expect(code).toBe(1)
  const cases = junitOf(out).filter(({ tagName }) => tagName === 'testcase')
  expect(
    cases.map((each) => [
      each.getAttribute('name'),
      each.getAttribute('classname'),
      each.firstChild?.nextSibling?.nodeName,
    ]),
  ).toEqual([
    ['a, b: 50%', 'controls.loosened', 'failure'],
    ['controls.loosened critical', 'controls.loosened', undefined],
    ['readiness.level *', 'readiness.level', 'error'],
  ])
  expect(cases[0]?.textContent?.trim()).toBe(
    '2 settings that were loosened are still in effect; the limit is 1.\n- sandbox.enabled switched off, in revision 2 qd:///controls/2?path=sandbox.enabled\n- byomComputersEnabled switched on, in revision 2 qd:///controls/2?path=byomComputersEnabled',
  )
})

type SarifResult = {
  ruleId: string
  ruleIndex: number
  kind: string
  level: string
  message: { text: string }
  locations: { physicalLocation: { artifactLocation: object; region: object } }[]
  partialFingerprints: Record<string, string>
}

const sarifOf = (text: string) => {
  const { version, runs } = JSON.parse(text)
  expect([version, runs.length]).toEqual(['2.1.0', 1])
  const [{ tool, results }] = runs as [{ tool: { driver: { rules: { id: string }[] } }; results: SarifResult[] }]
  for (const { ruleId, ruleIndex, kind, level, message, locations } of results) {
    expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
    expect([`${kind} ${level}`]).toEqual([expect.stringMatching(/^(?:fail error|open none)$/)])
    expect(message.text).not.toBe('')
    expect(message.text).not.toContain('](')
    expect(locations).toHaveLength(1)
  }
  const prints = results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints))
  expect(new Set(prints).size).toBe(prints.length)
  return results
}

test('SARIF has a result for each item of a failed check, at its line of the policy', async () => {
  const results = sarifOf((await check(['--format', 'sarif'])).out)
  const place = (startLine: number) => ({
    physicalLocation: { artifactLocation: expect.anything(), region: { startLine, startColumn: 5 } },
  })
  expect(results.map(({ ruleId, kind, message, locations: [at] }) => [ruleId, kind, message.text, at])).toEqual([
    ['controls.loosened', 'fail', 'a, b: 50%: sandbox.enabled switched off, in revision 2', place(3)],
    ['controls.loosened', 'fail', 'a, b: 50%: byomComputersEnabled switched on, in revision 2', place(3)],
    ['readiness.level', 'open', 'readiness.level *: There are no readiness reports.', place(5)],
  ])
})

test('-o writes several files in one run, and replaces one only with --force', async () => {
  const folder = fileFolder()
  const [sarif, xml, json] = ['a.sarif', 'a.xml', 'a.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const words = ['-o', sarif, '-o', xml, '--output', json]
  const { out, err, code } = await check(words)
  expect([code, err]).toEqual([1, [sarif, xml, json].map((path) => `Wrote ${path}.\n`).join('')])
  expect(out).toMatch(/^STATUS/)
  expect(sarifOf(readFileSync(sarif, 'utf8'))).toHaveLength(3)
  junitOf(readFileSync(xml, 'utf8'))
  expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual(JSON.parse((await check(['--json'])).out))
  expect((await check(words)).err).toContain('--force')
  expect((await check([...words, '--force'])).code).toBe(1)
  expect(await check(['-o', 'a.txt'])).toMatchObject({ code: 2, err: 'a.txt must end in .sarif, .xml or .json.\n' })
})

test('other commands do not print junit and sarif', async () => {
  const { code, err } = await check([])
  expect([code, err]).toEqual([1, ''])
  const other = await runQd(['ci', 'jobs', '--format', 'sarif'], { url: service.url, key: service.keys.owner })
  expect([other.code, other.err]).toEqual([
    2,
    'qd ci jobs cannot print sarif: use one of table, json, ndjson, csv, md.\n',
  ])
})

const HOSTILE = [
  '\u001b]0;x\u0007<b>&"\'\r\n::error::pwned %0A ]]>',
  '\u0000\u0008\ufffe\ud800\u202e{0} [x](1)',
  '##[add-mask]x\n::set-env name=A::B\t--><!--',
]

test('hostile texts stay data in every format', async () => {
  const front = await startHostile((at) => `${at} ${HOSTILE[at % HOSTILE.length]}`)
  onTestFinished(() => front.close())
  const [xml, sarif] = [join(fileFolder(), 'a.xml'), join(fileFolder(), 'a.sarif')] as const
  const env = { QUARTERDECK_BASE_URL: front.url, QUARTERDECK_API_KEY: front.key, GITHUB_ACTIONS: 'true' }
  const { out } = await check(['-o', xml, '-o', sarif], { env }, ALL_CHECKS)
  junitOf(readFileSync(xml, 'utf8'))
  sarifOf(readFileSync(sarif, 'utf8'))
  const lines = out.split('\n')
  const end = lines.indexOf(`::${lines[0]?.slice('::stop-commands::'.length)}::`)
  expect(end).toBeGreaterThan(10)
  for (const line of lines.slice(end + 1, -1)) expect(line).toMatch(/^::(?:error|warning) title=[^:,]+::./)
})

test('pseudonyms hide every user, also in links and in ids', async () => {
  const demo = await startDemo()
  const at = { url: demo.url, key: demo.key }
  const { users } = JSON.parse((await runQd(['api', '/api/v0/organization/users?limit=100'], at)).out)
  for (const format of ['table', 'json', 'junit', 'sarif']) {
    const { out } = await check(['--pseudonyms', '--format', format], at, ALL_CHECKS)
    expect(out).toContain('Person ')
    for (const { id, email } of users)
      for (const text of [id, email]) expect(out, `${format} ${text}`).not.toContain(text)
  }
})
