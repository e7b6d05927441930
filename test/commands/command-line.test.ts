import { afterAll, beforeEach, expect, test } from 'vitest'
import { allCommands } from '../../src/commands/command-table.ts'
import { wordsOfLine } from '../../src/commands/completion/complete-words.ts'
import { startOrganisation } from '../helpers/organisation.ts'
import { type RunOptions, runQd } from '../helpers/run-qd.ts'

const organisation = await startOrganisation()
afterAll(() => organisation.close())
beforeEach(() => {
  organisation.requests.length = 0
})

const qd = (line: string, options: RunOptions = {}) =>
  runQd(wordsOfLine(line), { url: organisation.url, key: organisation.keys.owner, ...options })

const commandLines = ['analytics tokens', 'analytics users --all', 'overview', 'api /api/v0/automations/ci/jobs']
test.each(commandLines)('%s without an organisation is a usage error that names the variables', async (line) => {
  const { out, err, code } = await runQd(line.split(' '))
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  for (const name of ['QUARTERDECK_BASE_URL', 'QUARTERDECK_API_KEY', 'qd demo']) expect(err).toContain(name)
  expect(out).toBe('')
  expect(code).toBe(2)
})

test('only --verbose prints the requests', async () => {
  const { err } = await qd('api /api/v0/nothing --verbose')
  expect(err).toMatch(/^> GET http:\S+\/api\/v0\/nothing 404 /)
  expect(err).not.toContain(' try ')
  expect((await qd('analytics tokens --last 1d')).err).toBe('')
})

test('a key with a line break in it is refused and not repeated', async () => {
  const { err, code } = await qd('analytics tokens --key-stdin', { readInput: async () => 'first-half\nsecond-half\n' })
  expect(err).not.toContain('half')
  expect(code).toBe(2)
  expect(organisation.requests).toEqual([])
})

test('--version prints only the version', async () => {
  expect(await runQd(['--version'])).toMatchObject({ out: '1.2.3\n', err: '', code: 0 })
})

test('help lists every command, and the help of each has examples', async () => {
  const { out, err, code } = await runQd(['--help'])
  const commands = await allCommands()
  for (const { name } of commands) expect(out).toContain(`\n  ${name.split(' ')[0]}`)
  expect(err).toBe('')
  expect(code).toBe(0)
  for (const { name, examples } of commands) {
    const help = await runQd([...name.split(' '), '--help'])
    expect(help.out, name).toContain(`Usage: qd ${name}`)
    for (const example of examples) expect(help.out, name).toContain(`  qd ${example}\n`)
    expect(help.code, name).toBe(0)
  }
})

test('the texts of environment variables are aligned in help', async () => {
  const { out } = await runQd(['--help'])
  const lines = out.split('\n').filter((line) => /^ {2}QUARTERDECK_/.test(line))
  expect(lines.length).toBeGreaterThan(4)
  expect(new Set(lines.map((line) => /^ +\w+ {2,}/.exec(line)?.[0].length)).size, lines.join('\n')).toBe(1)
})

test('hidden options are not in help', async () => {
  expect((await runQd(['serve', '--help'])).out).not.toContain('--end-with-parent')
})

test('global options may precede or follow the command', async () => {
  const before = await qd('--format csv analytics productivity --last 1d')
  const after = await qd('analytics productivity --last 1d --format csv')
  expect(before.out).toContain('date,files_created')
  expect(after).toEqual(before)
})

test('help prints the help of a two-word command, also with options after it', async () => {
  const own = await runQd(['controls', 'diff', '--help'])
  for (const options of [[], ['--profile', 'demo']])
    expect((await runQd(['help', 'controls', 'diff', ...options])).out).toBe(own.out)
  expect(own.out).toContain('Usage: qd controls diff')
})
