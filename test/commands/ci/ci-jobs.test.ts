import { expect, test } from 'vitest'
import { startDemo } from '../../helpers/demos.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { testFront } from '../../helpers/test-server.ts'

const demo = await startDemo()

/** A server that returns this body as its jobs. */
const startAnswer = async (body: unknown, status = 200) => {
  const front = await testFront(undefined, (path) => (path.endsWith('/ci/jobs') ? { status, body } : undefined))
  return (...words: string[]) => runQd(['ci', 'jobs', ...words], { url: front.url, key: front.key })
}

test('a table of jobs shows statuses as words', async () => {
  const { code, out } = await runQd(['ci', 'jobs'], { ...demo, isOutputTerminal: true, columns: 240 })
  expect(code).toBe(0)
  const lines = out.split('\n').map((line) => line.trimEnd())
  expect(lines[0]).toMatch(/^STATUS +REPOSITORY +FILE +ERROR +ACTION +PULL REQUEST +CHANGED +CREATED$/)
  expect(lines.find((line) => line.includes('nightly'))).toMatch(
    /^failed +northwind\/payments +\.github\/workflows\/nightly\.yml +The workflow needs .* have\. +create +#431 +2026-11-19 05:00 UTC +2026-11-19 03:00 UTC$/,
  )
  expect(lines.find((line) => line.includes('ios.yml'))).toMatch(
    /^awaiting review .* #97 +2026-11-21 01:00 UTC +2026-11-20 23:00 UTC$/,
  )
})

test('in 80 cells a failed job shows its file and its error', async () => {
  const { out } = await runQd(['ci', 'jobs'], { ...demo, isOutputTerminal: true, columns: 80 })
  const lines = out.split('\n')
  expect(lines[0]).toMatch(/^STATUS +REPOSITORY +FILE +ERROR$/)
  expect(lines.find((line) => line.startsWith('failed'))).toMatch(
    /^failed +northwind\/payments +\.git….*nightly\.yml +The workflow needs/,
  )
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
})

const job = { id: 'web/shop::.ci/a.yml', status: 'running', attempts: 3, odd: { deep: [1] } }

test('json is the envelope as received; ndjson and csv have all fields', async () => {
  const qd = await startAnswer({ jobs: [job], extra: 'kept' })
  const computed = { phase: 'running', createdAt: null, updatedAt: null }
  expect(JSON.parse((await qd('--json')).out)).toEqual({ schema: 1, jobs: [{ ...job, computed }], extra: 'kept' })
  expect(JSON.parse((await qd('--format', 'ndjson')).out)).toEqual({ ...job, computed })
  const csv = await qd('--format', 'csv')
  expect(csv.out).toBe(
    'repoFullName,filePath,action,status,prUrl,error,createdAt,updatedAt,id,attempts,odd\r\n' +
      ',,,running,,,,,web/shop::.ci/a.yml,3,"{""deep"":[1]}"\r\n',
  )
  const table = await qd('--format', 'table')
  expect(table.out).toMatch(/running +web\/shop +\.ci\/a\.yml/)
})

test('csv and md format times as other tables do; ndjson keeps them as received', async () => {
  const timed = { id: 'a', createdAt: 1_795_244_040_000, updatedAt: 'yesterday' }
  const qd = await startAnswer({ jobs: [timed] })
  for (const format of ['csv', 'md']) {
    const { out } = await qd('--format', format)
    expect(out).toContain('2026-11-21T06:54:00.000Z')
    expect(out).not.toContain('1795244040000')
  }
  expect(JSON.parse((await qd('--format', 'ndjson')).out)).toEqual({
    ...timed,
    computed: { phase: 'other', createdAt: '2026-11-21T06:54:00.000Z', updatedAt: null },
  })
})

test('an empty list of jobs succeeds, with a note', async () => {
  const qd = await startAnswer({ jobs: [] })
  const { code, out, err } = await qd('--json')
  expect([code, JSON.parse(out), err]).toEqual([0, { schema: 1, jobs: [] }, 'There are no CI jobs.\n'])
})

const otherShapes: [unknown][] = [
  [[]],
  [{}],
  [{ items: [] }],
  [{ items: [{ name: 'a', on: true }], next: null }],
  ['words'],
  [7],
]
test.each(otherShapes)('a response of another shape is printed as received: %j', async (body) => {
  const qd = await startAnswer(body)
  for (const [format, printed] of [
    ['json', { schema: 1, response: body }],
    ['table', body],
  ] as const) {
    const { code, out, err } = await qd('--format', format)
    expect([code, JSON.parse(out)]).toEqual([0, printed])
    expect(err).toMatch(/^The response is not a list of jobs/)
  }
})

test('in csv and md a response of another shape is printed as paths and values', async () => {
  const qd = await startAnswer({ items: [{ name: 'a', on: true }, {}], next: null, 'a b': [] })
  expect((await qd('--format', 'csv')).out).toBe(
    'path,value\r\nitems[0].name,a\r\nitems[0].on,true\r\nitems[1],{}\r\nnext,\r\n"[""a b""]",[]\r\n',
  )
  expect((await qd('--format', 'md')).out).toContain('| items\\[0\\].name | a |')
})

test('doctor accepts a response of any shape', async () => {
  const front = await testFront(demo, (path) =>
    path.endsWith('/ci/jobs') ? { status: 200, body: { items: [] } } : undefined,
  )
  const { out } = await runQd(['doctor'], { url: front.url, key: demo.key })
  expect(out).toMatch(/✓ ci +The key can read CI automation jobs\./)
})
