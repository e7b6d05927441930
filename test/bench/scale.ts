/**
 * What a large organisation costs, at three sizes so that growth is seen: `analytics users --all` in every format, its time a
 * row and the most memory it had.
 * Run with: npm run bench -- --scale, with `-- --scale 2000x300 20000x300` for other sizes: those two take an hour.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMeasured } from './run-measured.ts'

type Size = { people: number; days: number }

const DAYS = 10
const SIZES = ['2000x10', '6000x10', '20000x10']
/** The most memory of the largest size is to be no more than so many times that of the one before. */
const GOAL_GROWTH = 1.25
const FORMATS = ['ndjson', 'json', 'csv', 'md', 'table'] as const

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const program = path('../../dist/qd.js')

/** A server of so many people; ends with this process. */
const startPeople = async ({ people, days }: Size): Promise<{ url: string; stop: () => void }> => {
  const args = ['--no-warnings', path('people-server.ts'), String(people), String(days)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { url: line.trim(), stop: () => void child.kill() }
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const sizes = (asked.length > 0 ? asked : SIZES).map((text): Size => {
  const [people = 0, days = DAYS] = text.split('x').map(Number)
  return { people, days }
})
const home = mkdtempSync(join(tmpdir(), 'quarterdeck-scale-'))
const peaks = new Map<string, number[]>()
let missed = 0
try {
  for (const size of sizes) {
    const server = await startPeople(size)
    const env = {
      QUARTERDECK_BASE_URL: server.url,
      QUARTERDECK_API_KEY: 'a-key-for-measuring',
      ...Object.fromEntries(['CACHE', 'CONFIG', 'STATE'].map((name) => [`XDG_${name}_HOME`, join(home, name)])),
    }
    const rows = size.people * size.days
    const words = ['analytics', 'users', '--all', '--last', `${size.days}d`]
    const runs: [what: string, args: string[]][] = [
      ['walked, ndjson', [...words, '--format', 'ndjson']],
      ...FORMATS.map((format): [string, string[]] => [`kept, ${format}`, [...words, '--format', format]]),
      ['kept, sums of people', ['analytics', 'users', '--totals', '--last', `${size.days}d`, '--format', 'csv']],
    ]
    for (const [what, args] of runs) {
      const { ms, megabytes } = await runMeasured(process.execPath, [program, ...args], { env })
      const before = peaks.get(what) ?? []
      peaks.set(what, [...before, megabytes])
      const growth = megabytes / (before.at(-1) ?? megabytes)
      const isMet = growth <= GOAL_GROWTH
      if (!isMet) missed++
      console.log(
        `${`${size.people} people x ${size.days} days: ${what}`.padEnd(48)} ${((ms * 1000) / rows).toFixed(1).padStart(6)} µs a row ${ms.toFixed(0).padStart(8)} ms ${megabytes.toFixed(0).padStart(6)} MB   ${growth.toFixed(2)}x   goal ${GOAL_GROWTH}x ${isMet ? 'met' : 'NOT met'}`,
      )
    }
    server.stop()
    rmSync(home, { recursive: true, force: true })
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
process.exitCode = missed > 0 ? 1 : 0
