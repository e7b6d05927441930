import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FORMATS } from '../../src/commands/kit/output-format.ts'
import type { Ran } from '../helpers/built-program.ts'
import { type Fault, numberOf, type Outcome, pick, stackIn, tryTimes } from './fault.ts'
import { type Bench, lineOf, withBench } from './filled-cache.ts'

const printed = ['analytics tools --last 50d', 'analytics users --last 20d --all', 'readiness list', 'controls history']
const attempts = printed.flatMap((line) => FORMATS.map((format) => `${line} --format ${format}`))

/** Output into files with a size limit: it is complete, or the status is 1 with an error message. */
const outputs = (count: number): Promise<Outcome> =>
  withBench(async ({ qd, folder }) => {
    const file = join(folder, 'output')
    const whole = new Map<string, string>()
    return tryTimes(count, async (round) => {
      const line = pick(attempts, round * 7)
      if (!whole.has(line)) whole.set(line, (await qd(line)).out)
      const text = whole.get(line) ?? ''
      if (text.length < 200) return `${line} prints ${text.length} characters only`
      // Every fourth output goes to a device that is always full; the others may be cut anywhere, or be complete.
      const isFull = round % 4 === 3
      rmSync(file, { force: true })
      const maxKb = Math.ceil((Buffer.byteLength(text) / 1_024) * 1.2)
      const fileKb = numberOf(round, maxKb + 1)
      const ran = await qd(line, isFull ? { outputFile: '/dev/full' } : { fileKb, outputFile: file })
      const left = isFull ? '' : readFileSync(file, 'utf8')
      if (stackIn(ran.err)) return `${line}: ${ran.err.slice(0, 300)}`
      const isReported = /^Couldn't write standard output: .*\.$/m.test(ran.err)
      // The server and the cache return users in different orders.
      const [rows, cut] = [text.split('\n'), left.split('\n')]
      const isPart = left.length < text.length && cut.slice(0, -1).every((row) => rows.includes(row))
      if (ran.code === 1 && isReported && isPart) return undefined
      if (ran.code === 0 && cut.toSorted().join() === rows.toSorted().join()) return undefined
      return `${line}: status ${ran.code} with ${left.length} of ${text.length} characters: ${ran.err.slice(0, 200)}`
    })
  })

/** Runs a line with a fault; undefined if this machine does not permit it. */
type DiskRun = (bench: Bench, line: string, round: number) => Promise<Ran> | undefined

const tmpfs = <Result>(
  bench: Bench,
  options: string,
  run: (place: string) => Promise<Result>,
): Promise<Result> | undefined => {
  const place = join(bench.folder, 'disk')
  mkdirSync(place, { recursive: true })
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]).status !== 0) return undefined
  return run(place).finally(() => spawnSync('umount', [place]))
}

const whileLocked = async (bench: Bench, lock: string, run: () => Promise<Ran>): Promise<Ran> => {
  const database = new DatabaseSync(bench.cache)
  database.exec(lock)
  try {
    return await run()
  } finally {
    database.exec('ROLLBACK')
    database.close()
  }
}

const inCache = (place: string) => ({ env: { XDG_CACHE_HOME: place } })
const rows: readonly [name: string, run: DiskRun][] = [
  ['a folder that cannot be made', ({ qd }, line) => qd(line, inCache('/proc/nowhere'))],
  ['a file where the folder would be', ({ qd, cache }, line) => qd(line, inCache(cache))],
  ['a disk that is read only', (bench, line) => tmpfs(bench, 'ro,size=1m', (place) => bench.qd(line, inCache(place)))],
  [
    'a disk that fills up',
    (bench, line, round) => tmpfs(bench, `size=${4 * (1 + (round % 16))}k`, (place) => bench.qd(line, inCache(place))),
  ],
  [
    'files that may not grow',
    ({ qd, folder }, line, round) => qd(line, { fileKb: 1 + (round % 64), ...inCache(join(folder, `new-${round}`)) }),
  ],
  ['a cache whose file may not grow any more', ({ qd }, line) => qd(`${line} --refresh`, { fileKb: 1 })],
  ...['BEGIN IMMEDIATE', 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE'].map((lock): [string, DiskRun] => [
    `a cache that another program holds by ${lock}`,
    (bench, line) => whileLocked(bench, lock, () => bench.qd(`${line} --refresh`)),
  ]),
]
/** The warning about the cache. */
const CACHE_WARNING = /cache.*nothing (more )?is cached in this run/

const caches = (count: number): Promise<Outcome> =>
  withBench(async (bench) => {
    const notAllowed = new Set<string>()
    let tried = 0
    const outcome = await tryTimes(count, async (round) => {
      const [name, run] = pick(rows, round)
      const line = lineOf(Math.floor(round / rows.length))
      const ran = await run(bench, line, round)
      if (ran === undefined) return void notAllowed.add(name)
      tried += 1
      if (stackIn(ran.err)) return `${name}, ${line}: ${ran.err.slice(0, 300)}`
      // The output comes from the server.
      if (ran.code !== 0 || ran.out !== bench.expected.get(line))
        return `${name}, ${line}: status ${ran.code}, ${ran.out.length} characters: ${ran.err.slice(0, 200)}`
      return CACHE_WARNING.test(ran.err) || (ran.err === '' && name.startsWith('files'))
        ? undefined
        : `${name}, ${line} says: ${ran.err.slice(0, 300)}`
    })
    const notes = [...notAllowed].map((name) => `not tried, because this machine does not allow it: ${name}`)
    return { tried, broke: outcome.broke, notes: [...outcome.notes, ...notes] }
  })

const LARGE = 'wiki_data-platform'

/** A wiki is exported and extracted with a file size limit or onto a disk that fills up: it is complete or absent. */
const archives = (count: number): Promise<Outcome> =>
  withBench(async (bench) => {
    const place = join(bench.folder, 'archives')
    const exported = async (folder: string, limits = {}) => {
      const ran = await bench.qd(`wiki export ${LARGE} -o ${folder}/a.zip --extract ${folder}/out`, limits)
      return { ran, left: readdirSync(folder).toSorted().join() }
    }
    mkdirSync(place)
    const whole = (await exported(place)).ran
    if (whole.code !== 0) return { tried: 0, broke: 1, notes: [whole.err] }
    const sizeKb = Math.ceil(statSync(join(place, 'a.zip')).size / 1_024)
    let notAllowed = 0
    const outcome = await tryTimes(count, async (round) => {
      rmSync(place, { recursive: true, force: true })
      mkdirSync(place)
      const kb = 1 + numberOf(round, Math.ceil(sizeKb * 1.2))
      const isDisk = round % 2 === 1
      const tried = isDisk ? tmpfs(bench, `size=${4 * Math.ceil(kb / 4)}k`, exported) : exported(place, { fileKb: kb })
      if (tried === undefined) {
        notAllowed += 1
        return undefined
      }
      const { ran, left } = await tried
      const said = `${kb} KiB of ${isDisk ? 'a disk' : 'a file'}: status ${ran.code}, leaves ${left}: ${ran.err.slice(0, 300)}`
      if (stackIn(ran.err)) return said
      if (ran.code === 0) return left === 'a.zip,out' ? undefined : said
      // The archive may be complete although its files could not be extracted.
      const isHalf = left === 'a.zip' && /Can't write \S*out\S*: /.test(ran.err)
      const isReported = /Can't write .*: (the file is too large for this file system|the disk is full)/.test(ran.err)
      return ran.code === 1 && isReported && (left === '' || isHalf) ? undefined : said
    })
    const notes = notAllowed > 0 ? [`${notAllowed} not tried, because this machine does not permit mounting`] : []
    return { tried: count - notAllowed, broke: outcome.broke, notes: [...outcome.notes, ...notes] }
  })

export const diskFaults: readonly Fault[] = [
  { name: 'disk: output in every format onto a full disk', count: 200, run: outputs },
  { name: 'disk: a wiki exported and extracted onto a full disk', count: 40, run: archives },
  { name: 'disk: a cache that cannot be created or written', count: 120, run: caches },
]
