import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { allCommands } from '../../src/commands/command-table.ts'
import { wordsOfLine } from '../../src/commands/completion/complete-words.ts'
import { answer, reset, startFaultyServer } from '../helpers/faulty-server.ts'
import { startOrganisation } from '../helpers/organisation.ts'
import { type RunOptions, runQd } from '../helpers/run-qd.ts'

const organisation = await startOrganisation()
afterAll(() => organisation.close())
beforeEach(() => {
  organisation.requests.length = 0
})

const qd = (line: string, options: RunOptions = {}) =>
  runQd(wordsOfLine(line), { url: organisation.url, key: organisation.keys.owner, ...options })

const KEY = 'qd-secret-key-7f3a9c'
const faulty = async (...behaviours: Parameters<typeof startFaultyServer>) => {
  const server = await startFaultyServer(...behaviours)
  onTestFinished(() => server.close())
  return server
}

const problem = (status: number, title: string) =>
  answer(status, { detail: `because of ${status}`, status, title, requestId: `req-${status}` })

test.each([
  [400, 'Bad Request', 1],
  [401, 'Unauthorized', 3],
  [402, 'Payment Required', 3],
  [403, 'Forbidden', 3],
  [404, 'Not Found', 4],
  [500, 'Internal Server Error', 1],
])('a %i exits by its class with status, title and request id', async (status, title, expected) => {
  const server = await faulty(problem(status, title))
  const { out, err, code } = await qd('analytics tokens --last 1d', { url: server.url, key: KEY })
  const [sentence, second, ...rest] = err.split('\n')
  expect(sentence).toContain(`because of ${status}`)
  expect(second).toBe(`${status} ${title}, request req-${status}`)
  expect(rest).toEqual([''])
  expect(out).toBe('')
  expect(code).toBe(expected)
})

test('a host that cannot be reached exits with 5', async () => {
  const server = await startFaultyServer(reset)
  await server.close()
  const { err, code } = await qd('analytics tokens --last 1d', { url: server.url, key: KEY })
  expect(err).toContain(new URL(server.url).host)
  expect(code).toBe(5)
})

test('a change whose answer is lost exits with 6', async () => {
  const server = await faulty(reset)
  const { code } = await runQd(['api', '/api/v0/computers/c', '-X', 'PATCH', '-d', '{}'], { url: server.url, key: KEY })
  expect(code).toBe(6)
  expect(server.received).toHaveLength(1)
})

test('an interruption before the answer exits with 130', async () => {
  const interruption = new AbortController()
  interruption.abort()
  const { out, code } = await qd('analytics tokens', { signal: interruption.signal })
  expect(out).toBe('')
  expect(code).toBe(130)
})

test.each(['analytics tokens', 'analytics users --all', 'overview', 'api /api/v0/automations/ci/jobs'])(
  '%s without an organisation says what to set and exits with 2',
  async (line) => {
    const { out, err, code } = await runQd(line.split(' '))
    expect(err.trimEnd().split('\n')).toHaveLength(1)
    for (const name of ['QUARTERDECK_BASE_URL', 'QUARTERDECK_API_KEY', 'qd demo', 'qd serve --demo'])
      expect(err).toContain(name)
    expect(out).toBe('')
    expect(code).toBe(2)
  },
)

test('--verbose prints the requests', async () => {
  const { err } = await qd('api /api/v0/nothing --verbose')
  expect(err).toMatch(/^> GET http:\S+\/api\/v0\/nothing 404 /)
})

test('without --verbose no request is printed', async () => {
  const { err } = await qd('analytics tokens --last 1d')
  expect(err).toBe('')
})

test('a key with a line break in it is refused and not repeated', async () => {
  const { err, code } = await qd('analytics tokens --key-stdin', { readInput: async () => 'first-half\nsecond-half\n' })
  expect(err).not.toContain('half')
  expect(code).toBe(2)
  expect(organisation.requests).toEqual([])
})

test.each([
  ['analytics tokns', "Unknown command 'tokns': did you mean tokens?"],
  ['overveiw', "Unknown command 'overveiw': did you mean overview?"],
  ['overview --fron 2026-11-01', "Unknown option '--fron': did you mean --from?"],
  ['help controls dif', "Unknown command 'dif': did you mean diff?"],
  ['help tokns', "Unknown command 'tokns': qd --help says what there is."],
  ['serve --data=', '--data is empty: give it a value or leave it out.'],
  ['serve --host=', '--host is empty: give it a value or leave it out.'],
  ['analytics', 'qd analytics needs one more word: tokens, tools, '],
  ['analytics tokens --group-by tool_name', '"tool_name" is not what --group-by takes: choose from model.'],
  ['analytics productivity --group-by model', "Unknown option '--group-by'"],
  ['analytics tokens --json --format csv', '--json and --format csv exclude each other: leave one of them out.'],
  ['analytics tokens --format yaml', '"yaml" is not what --format takes: choose from table, json, ndjson, csv, md.'],
  ['overview --format csv', 'qd overview does not print csv: choose from table, json.'],
  ['analytics tokens --json=true', '--json takes no value: write it alone.'],
  ['hooks test Notify', 'Invalid event "Notify": choose from PreToolUse, '],
  ['completion powershell', 'Invalid shell "powershell": choose from bash, zsh, fish.'],
  ['controls diff --path [', 'names no path: write one like sandbox.**'],
  ['analytics tokens --jsn=my-key', "Unknown option '--jsn': qd analytics tokens --help says what there is."],
  ['analytics tokens more', '"more" is more than this command takes'],
  ['analytics tokens --from', '--from needs a value'],
  ['--key=abcdefghijkl', "Unknown option '--key': qd --help says what there is."],
  ['api /x --offline', '--offline has no meaning for qd api, which shows nothing that is on disk: leave it out.'],
  ['doctor --refresh', '--refresh has no meaning for qd doctor: leave it out.'],
  ['--refresh', '--refresh has no meaning for the explorer: leave it out.'],
  ['cache', 'qd cache needs one more word: status, '],
  ['analytics tokens --screen usage', '--screen opens the explorer and qd analytics tokens does not'],
  ['analytics tokens --compare weekday', '--compare weekday tells of the parts of a day: give --by as well.'],
  [
    'analytics tokens --by model --last 7d --compare weekday',
    '--compare weekday tells of one day: give the same day to --from and --to.',
  ],
  ['analytics tokens --model opus', '--model tells of people on a model: give --by person as well.'],
  ['analytics tools --apart', '--apart tells names of MCP servers apart: give --by mcp-server as well.'],
  ['analytics tools --by skill --totals', '--by sums up over the range by itself: leave --totals out.'],
  [
    'analytics tools --by skill --group-by tool_name',
    'The API does not group by skill: leave --group-by tool_name out.',
  ],
  ['analytics tokens --totals --sort credits', '--totals is one row'],
  ['analytics tokens --totals --where credits>1', '--totals is one row'],
  ['analytics tokens --sort credit', '"credit" is not what --sort takes: choose from date, billable_tokens,'],
  [
    'analytics tokens --where credits~1',
    '--where: billable_tokens is a number: use = < or >; --help lists the fields.',
  ],
  ['analytics tokens --where credit>1', "--where: unknown field 'credit': did you mean credits?"],
  ['analytics tokens --where model=opus', "--where: unknown field 'model'; --help lists the fields."],
  ['analytics tokens --compare next', '"next" is not what --compare takes: choose from prev, weekday.'],
  ['analytics tokens --last 500d', '500d begins before the first day with data, 2026-01-14: 311d is all there is.'],
  ['analytics tokens --offline --refresh', '--offline and --refresh exclude each other'],
  ['analytics activity --sort daily_active_users_mean', 'is not what --sort takes'],
  [
    'analytics users --cursor u1 --totals',
    '--totals takes everybody and --cursor leaves some out: leave one of them out.',
  ],
  ['analytics users --cursor u1 --sort credits', '--sort takes everybody and --cursor'],
  ['analytics users --cursor u1 --compare prev', '--compare takes everybody and --cursor'],
  ['analytics users --cursor u1 --all --offline', '--all --cursor asks for pages and --offline asks for nothing'],
  [
    'analytics users --pseudonyms --verbose',
    '--verbose prints cursors, which are ids of people, and --pseudonyms hides these',
  ],
  ['analytics users --top 3', '--top prints the first ones of an order: give --sort or --totals as well.'],
  ['analytics users --totals --top 0', '"0" is not what --top takes'],
  ['analytics users --sort days', '"days" is not what --sort takes: choose from credits,'],
  ['analytics users --totals --sort date', '"date" is not what --sort takes: choose from credits,'],
  ["analytics users --where ' '", '--where is empty'],
  ["analytics users --where 'credit>1'", "unknown field 'credit': did you mean credits?"],
  ['watch --once --every 10m', '--once and --every exclude each other'],
  ['watch --every 10', 'is not what --every takes: give 10m, 2h or 1d'],
  ['watch --every 8d', 'is not what --every takes'],
  ['watch --every 0m', 'is not what --every takes'],
  ['watch --json', 'json is one document, and watching goes on'],
  ['watch --offline', '--offline'],
  ['analytics tokens --columns date,,', '--columns takes names with commas between them'],
  ['doctor --columns a', 'qd doctor prints no rows of columns: leave --columns out.'],
  ['analytics users --limit 0', '"0" is not what --limit takes: give a whole number from 1 to 100.'],
  ['analytics users --limit 101', '"101" is not what --limit takes: give a whole number from 1 to 100.'],
  ['analytics users --limit 2.5', '"2.5" is not what --limit takes: give a whole number from 1 to 100.'],
  ['analytics users --limit many', '"many" is not what --limit takes: give a whole number from 1 to 100.'],
  ['analytics users --workspace=acme', "Unknown option '--workspace'"],
  ['report', 'Give -o FILE.html'],
  ['report -o report.pdf', 'neither a .html nor a .md file'],
])('%s is wrong usage, told in one sentence', async (line, why) => {
  const { out, err, code } = await qd(line)
  expect(err).toContain(why)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(out).toBe('')
  expect(code).toBe(2)
  expect(organisation.requests).toEqual([])
})

test('--version prints the version alone', async () => {
  expect(await runQd(['--version'])).toMatchObject({ out: '1.2.3\n', err: '', code: 0 })
})

test('help lists every command, and each has its own with examples', async () => {
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

test('hidden options are not in help', async () => {
  expect((await runQd(['serve', '--help'])).out).not.toContain('--end-with-parent')
})

test('global options are taken before and after the command', async () => {
  const before = await qd('--format csv analytics productivity --last 1d')
  const after = await qd('analytics productivity --last 1d --format csv')
  expect(before.out).toContain('date,files_created')
  expect(after).toEqual(before)
})

test('help of a command of two words is its own, with options behind it too', async () => {
  const own = await runQd(['controls', 'diff', '--help'])
  for (const options of [[], ['--profile', 'demo']])
    expect((await runQd(['help', 'controls', 'diff', ...options])).out).toBe(own.out)
  expect(own.out).toContain('Usage: qd controls diff')
})
