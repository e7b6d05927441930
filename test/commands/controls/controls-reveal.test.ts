import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { FORMATS } from '../../../src/commands/kit/output-format.ts'
import { MASK } from '../../../src/domain/secrets/mask-settings.ts'
import { secretMark } from '../../../src/domain/secrets/mask-text.ts'
import { SECRETS, settingsOf, startControls, startRevisions } from '../../helpers/controls-service.ts'
import { makeFolder } from '../../helpers/make-folder.ts'
import { type RunOptions, runQd } from '../../helpers/run-qd.ts'
import { CANARY, canariesIn, spellings } from '../../safety/canary.ts'
import { unpackedText } from '../../safety/kept-texts.ts'

const requests: string[] = []
const service = await startControls((path) => requests.push(path))
afterAll(() => service.close())

const qd = (line: string, options: RunOptions = {}) =>
  runQd(line.split(' '), { url: service.url, key: service.keys.owner, ...options })

const [first, second, token] = SECRETS

/** A terminal that answers every question with this text. */
const terminal = (answer: string | undefined) => {
  const questions: string[] = []
  const ask = async (question: string) => {
    questions.push(question)
    return answer
  }
  return { questions, options: { isOutputTerminal: true, columns: 120, ask } }
}

const revealing = ['show', 'diff', 'history', 'blame env', 'diff --style unified']
test.each(revealing)('qd controls %s --reveal shows nothing in a pipe and sends no request', async (line) => {
  requests.length = 0
  expect(await qd(`controls ${line} --reveal`)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('pass --yes to write secrets to a pipe or file'),
  })
  expect(requests).toEqual([])
})

test.each(['no', 'y', '', undefined])('with the answer %j nothing is shown and no request sent', async (answer) => {
  requests.length = 0
  const { questions, options } = terminal(answer)
  const { out, err, code } = await qd('controls show --reveal', options)
  expect(questions).toEqual(['This prints secrets on the screen. Type yes to continue: '])
  expect(out).toBe('')
  expect(err).toBe('Nothing was shown, because the answer was not yes.\n')
  expect(code).toBe(1)
  expect(requests).toEqual([])
})

test('confirming on a terminal, or --yes anywhere, shows the unmasked settings', async () => {
  const settings = JSON.parse(JSON.stringify(settingsOf(5)))
  expect(JSON.parse((await qd('controls show 5 --reveal --json', terminal('yes').options)).out).settings).toEqual(
    settings,
  )
  const { questions, options } = terminal(undefined)
  expect((await qd('controls show 5 --reveal --yes', options)).out).toContain(`"A": "${first}"`)
  expect(questions).toEqual([])
  expect(JSON.parse((await qd('controls show 5 --reveal --yes')).out).settings).toEqual(settings)
})

test('both values of a changed secret are shown, in every format', async () => {
  const { out } = await qd('controls diff 3 4 --reveal --yes')
  expect(JSON.parse(out).changes).toEqual([
    expect.objectContaining({ path: 'customModels[cm_1].apiKey', before: first, after: second }),
  ])
  const table = await qd('controls diff 3 4 --reveal --yes --format table')
  expect(table.out).toContain(`~ customModels[cm_1].apiKey  "${first}" → "${second}"  `)
  const unified = await qd('controls diff 3 4 --reveal --yes --style unified')
  expect(unified.out).toContain(`-      "apiKey": "${first}",\n+      "apiKey": "${second}",\n`)
  const patch = await qd('controls diff 3 4 --style json-patch --reveal --yes')
  expect(JSON.parse(patch.out)).toEqual([{ op: 'replace', path: '/customModels/0/apiKey', value: second }])
  const blamed = await qd('controls blame customModels[cm_1].apiKey --reveal --yes --format csv')
  expect(blamed.out).toContain(`changed,"""${first}""","""${second}"""`)
})

test('--reveal works with a page, the whole history, and --since', async () => {
  const address = `https://bob:${first}@git.example/x?key=${second}`
  for (const [options, revisions] of [
    ['--limit 2', [5, 4]],
    ['--all', [5, 4, 3, 2, 1]],
    ['--since 4', [5]],
  ] as const)
    expect(JSON.parse((await qd(`controls history ${options} --reveal --yes`)).out).changes).toMatchObject(
      revisions.map((revision) => ({ revision, settings: { address } })),
    )
})

test('a revealed secret is neither in the ledger nor in the requests that --verbose prints', async () => {
  const folder = makeFolder()
  const cache = join(folder, 'cache.db')
  // The history does not contain the organisation's id: nothing is cached until another response has it.
  await qd('analytics activity --last 1d', { cache })
  await qd('controls history --all', { cache })
  const lines = ['show 5', 'diff 1 5', 'diff 3 4 --style split', 'blame env', 'history --all', 'history --limit 3']
  for (const line of lines) {
    const { out, err, code } = await qd(`controls ${line} --reveal --yes --verbose`, { cache })
    expect(code).toBe(0)
    expect(err).toMatch(/> GET .*\/history\?/)
    if (!line.startsWith('diff 1')) expect(out).toContain(first)
    for (const secret of SECRETS) expect(err).not.toContain(secret)
  }
  const database = new DatabaseSync(cache, { readOnly: true })
  const rows = database.prepare("SELECT bytes FROM item WHERE list = 'revisions'").all() as { bytes: Uint8Array }[]
  database.close()
  const kept = rows.map(({ bytes }) => unpackedText(bytes))
  expect(kept.filter((text) => text.includes('commandAllowlist'))).toHaveLength(5)
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  for (const secret of SECRETS) expect([...kept, ...files].join('\n')).not.toContain(secret)
})

const styles = ['unified', 'split', 'json-patch']
const lines = [
  ...FORMATS.flatMap((format) => [`diff 1 2 --format ${format}`, `blame note --format ${format}`]),
  ...styles.map((style) => `diff 1 2 --style ${style}`),
  'show 2 --format table',
  'show 2 --json',
  'history --all --json',
]

test.each(lines)('qd controls %s --reveal does not show the key of the request', async (line) => {
  // A cell is cut at 256 characters and a word at the end of its column: both would split the key.
  const words = `as ${CANARY} ${'x '.repeat(120)}`.slice(0, 206)
  const note = (revision: number) =>
    `${words}${'y'.repeat(28 + revision)}${CANARY} ${Object.values(spellings).join(' ')}`
  const settings = [1, 2].map((revision) => ({ note: note(revision), [CANARY]: revision, shown: `see ${token}` }))
  const own = await startRevisions(settings, { owner: CANARY })
  onTestFinished(() => own.close())
  const at = { url: own.url, key: CANARY, columns: 101 }
  for (const isOutputTerminal of [true, false]) {
    const argv = ['controls', ...line.split(' '), '--reveal', '--yes']
    const { out, err, code } = await runQd(argv, { ...at, isOutputTerminal })
    expect(code, err).toBe(0)
    expect(out).toContain('•')
    expect(canariesIn(out + err)).toEqual([])
  }
})

test('of a thousand revisions, only those down to the requested one are loaded', async () => {
  const requested: string[] = []
  const settings = Array.from({ length: 1000 }, (_, at) => ({ env: { A: `secret-${at + 1}` } }))
  const long = await startRevisions(settings, { onRequest: (path) => requested.push(path) })
  onTestFinished(() => long.close())
  const show = async (name: string) => {
    requested.length = 0
    const { out } = await qd(`controls show ${name} --reveal --yes`, { url: long.url, key: long.keys.owner })
    return { secret: JSON.parse(out).settings.env.A, requests: requested.length }
  }
  expect(await show('latest~19')).toEqual({ secret: 'secret-981', requests: 1 })
  expect(await show('900')).toEqual({ secret: 'secret-900', requests: 2 })
  // Loads 20 revisions, then 10 pages of 100.
  expect(await show('1')).toEqual({ secret: 'secret-1', requests: 11 })
})

test.each(['controls show 2', 'controls diff 1 2', 'controls history --limit 1', 'controls history --all'])(
  'qd %s --reveal says once that the server stores settings masked, and prints no hash',
  async (line) => {
    const hash = '0123456789abcdef'
    const settings = (text: string) => ({ env: { A: secretMark(hash), B: MASK }, note: text })
    const masked = await startRevisions([settings('a'), settings('b')])
    onTestFinished(() => masked.close())
    const options = { url: masked.url, key: masked.keys.owner }
    for (const format of ['json', 'table']) {
      const { out, err, code } = await qd(`${line} --reveal --yes --format ${format}`, options)
      expect([
        code,
        err.split("The team's server stores settings masked: only the vendor can show secrets.\n").length,
      ]).toEqual([0, 2])
      expect(out).not.toContain(hash)
    }
    expect((await qd(line, options)).err).not.toContain('masked')
  },
)
