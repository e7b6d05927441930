/**
 * The program beside what people would pick: Miller, jq and VisiData on the same per-user rows, diff, jd, difftastic,
 * jsondiffpatch and json-diff on the same settings, curl on the same rows from a server. Each row is one question, answered by
 * each program to its end from the same files in the same run; CPU and memory are those of the whole program. What is not
 * installed is told, and so is what fails or takes longer than a minute.
 * Run with: npm run bench -- --peers
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { median } from '../../src/base/numbers.ts'
import { toCsv } from '../../src/domain/output/csv.ts'
import { createPersonDays } from './person-days.ts'
import { keepSection } from './results.ts'
import { type Ran, type RunMeasuredOptions, runMeasured } from './run-measured.ts'

const ROUNDS = 3
const LIMIT_MS = 60_000
const PEOPLE = 2_000
const DAYS = 50
const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const program = path('../../dist/qd.js')
const home = mkdtempSync(join(tmpdir(), 'quarterdeck-peers-'))
const file = (name: string, text: string): string => {
  writeFileSync(join(home, name), text)
  return join(home, name)
}

type Peer = { name: string; command: string; args: string[] } & RunMeasuredOptions
type Row = {
  what: string
  own: Peer
  peers: Peer[]
  /** Why others may be ahead. */
  why: string
}

const env: Record<string, string> = {
  QUARTERDECK_API_KEY: 'a-key-for-measuring',
  ...Object.fromEntries(['CACHE', 'CONFIG', 'STATE'].map((name) => [`XDG_${name}_HOME`, join(home, name)])),
}
const qd = (...args: string[]): Peer => ({ name: 'qd', command: process.execPath, args: [program, ...args], env })
const peer = (name: string, args: string[], options: RunMeasuredOptions = {}): Peer => ({
  name,
  command: name,
  args,
  ...options,
})

// As the program has it, in JavaScript.
const compareFiles = join(home, 'compare-files.mjs')
buildSync({
  entryPoints: [path('compare-files.ts')],
  outfile: compareFiles,
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
})

const settings = (size: number, isEdited: boolean): string =>
  JSON.stringify(
    {
      commandAllowlist: Array.from(
        { length: size * 8 },
        (_, at) => `npm run task-${at}${isEdited && at % 9 === 3 ? ' -v' : ''}`,
      ),
      hooks: {
        PreToolUse: Array.from({ length: size * 5 }, (_, at) => ({
          matcher: 'Execute',
          hooks: [{ type: 'command', command: `./guard-${at}.sh`, timeout: isEdited && at % 9 === 3 ? 11 : 10 }],
        })),
      },
    },
    null,
    2,
  )

const settingsRow = (size: number): Row => {
  const text = settings(size, false)
  const before = file(`before-${size}.json`, text)
  const after = file(`after-${size}.json`, settings(size, true))
  const statuses = [0, 1]
  return {
    what: `settings of ${Math.round(text.length / 1024)} KB compared`,
    own: {
      name: 'diffSettings',
      command: process.execPath,
      args: [compareFiles, before, after],
    },
    peers: [
      peer('diff', [before, after], { statuses }),
      peer('jd', [before, after], { statuses }),
      peer('difft', ['--display', 'json', before, after], { statuses, env: { DFT_UNSTABLE: 'yes' } }),
      peer('jsondiffpatch', [before, after], { statuses }),
      peer('json-diff', [before, after], { statuses }),
    ],
    why: 'Node starts and parses both, which alone takes longer; diff compares lines and knows no items that moved',
  }
}

const rowsOf = (url: string): Row[] => {
  const personDay = createPersonDays('2026-10-01')
  const rows = Array.from({ length: PEOPLE * DAYS }, (_, at) => personDay(Math.floor(at / DAYS), at % DAYS))
  const csv = file('rows.csv', toCsv(rows, Object.keys(rows[0] ?? {})))
  const ndjson = file('rows.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const words = ['analytics', 'users', '--last', `${DAYS}d`]
  const range = [DAYS + 2, 1].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10))
  const address = `${url}/api/v1/analytics/users?startDate=${range[0]}&endDate=${range[1]}&limit=${PEOPLE}`
  const sum =
    'group_by(.user_id) | map({user: .[0].user_id, credits: (map(.billable_tokens) | add)}) | sort_by(-.credits)'
  return [
    {
      what: 'all rows fetched',
      // Anew each time: after the first the rows are kept.
      own: qd(...words, '--all', '--refresh', '--format', 'ndjson'),
      peers: [peer('curl', ['-s', '-o', '/dev/null', address])],
      why: 'curl takes bytes from one answer and reads no row; qd asks for 20 pages, checks each row, packs and keeps it',
    },
    {
      what: 'credits by person, sorted',
      own: qd(...words, '--totals', '--offline', '--format', 'csv'),
      peers: [
        peer('mlr', [
          '--icsv',
          '--ojson',
          'stats1',
          '-a',
          'sum',
          '-f',
          'billable_tokens',
          '-g',
          'user_id',
          'then',
          'sort',
          '-nr',
          'billable_tokens_sum',
          csv,
        ]),
        peer('jq', ['-s', '-c', sum, ndjson]),
        peer('vd', ['-b', '-N', '-o', '-', '--save-filetype', 'csv', csv]),
      ],
      why: 'qd starts Node, unpacks and parses rows of JSON, and sums every measure of a person; Miller is compiled, reads CSV and sums one',
    },
    {
      what: 'rows of large credits chosen',
      own: qd(...words, '--all', '--offline', '--where', 'credits>80k', '--format', 'csv'),
      peers: [
        peer('mlr', ['--icsv', '--ocsv', 'filter', '$billable_tokens > 80000', csv]),
        peer('jq', ['-c', 'select(.billable_tokens > 80000)', ndjson]),
      ],
      why: 'qd starts Node, and the kept rows are JSON, which is unpacked and parsed whole before it is judged',
    },
  ]
}

/** What a program took, or why it gave no answer. */
const measure = async ({ command, args, ...options }: Peer): Promise<Ran | string> => {
  const runs: Ran[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    try {
      runs.push(await runMeasured(command, args, { ...options, limitMs: LIMIT_MS }))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'not installed'
      if (command === process.execPath) throw error
      return performance.now() - startedAt < LIMIT_MS ? 'fails' : `not done in ${LIMIT_MS / 1000} s`
    }
  }
  const of = (member: keyof Ran): number => median(runs.map((run) => run[member])) ?? 0
  return { ms: of('ms'), cpuMs: of('cpuMs'), megabytes: of('megabytes') }
}

const told = (name: string, ran: Ran | string): string =>
  typeof ran === 'string'
    ? `  ${name.padEnd(14)} ${ran}`
    : `  ${name.padEnd(14)} ${ran.ms.toFixed(0).padStart(7)} ms ${ran.cpuMs.toFixed(0).padStart(7)} ms CPU ${ran.megabytes.toFixed(0).padStart(5)} MB`

const cellsOf = (ran: Ran | string): string[] =>
  typeof ran === 'string'
    ? [ran, '', '']
    : [`${ran.ms.toFixed(0)} ms`, `${ran.cpuMs.toFixed(0)} ms`, `${ran.megabytes.toFixed(0)} MB`]

const verdictOn = (ours: Ran | string, theirs: Ran | string, why: string): string => {
  if (typeof ours === 'string' || theirs === 'not installed') return ''
  return typeof theirs === 'string' || ours.cpuMs <= theirs.cpuMs ? 'qd is ahead' : `NOT ahead: ${why}`
}

const table: string[][] = []
const people = spawn(process.execPath, ['--no-warnings', path('people-server.ts'), String(PEOPLE), String(DAYS)], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  const [line] = (await once(people.stdout.setEncoding('utf8'), 'data')) as [string]
  env.QUARTERDECK_BASE_URL = line.trim()
  for (const { what, own, peers, why } of [...rowsOf(line.trim()), ...[40, 400, 4_000].map(settingsRow)]) {
    console.log(`\n${what}`)
    const ours = await measure(own)
    console.log(told(own.name, ours))
    table.push([what, own.name, ...cellsOf(ours), ''])
    for (const other of peers) {
      const theirs = await measure(other)
      const verdict = verdictOn(ours, theirs, why)
      console.log(`${told(other.name, theirs)}   ${verdict}`)
      table.push(['', other.name, ...cellsOf(theirs), verdict])
    }
  }
  keepSection({
    title: 'Beside other programs',
    by: 'npm run bench -- --peers',
    note: `Medians of ${ROUNDS} runs each.`,
    heads: ['what', 'program', 'wall', 'CPU', 'memory', ''],
    rows: table,
  })
} finally {
  people.kill()
  rmSync(home, { recursive: true, force: true })
}
