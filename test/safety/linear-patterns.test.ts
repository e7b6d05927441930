import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createRedactor } from '../../src/client/redact.ts'
import { source } from '../architecture/source.ts'
import { canRepeat, type Pattern, patternsIn, pumpsOf } from '../helpers/pattern-pumps.ts'
import { isLong } from '../helpers/tries.ts'

/** Only a pattern that never ends takes this long. */
const LIMIT_MS = 60_000

/** Length of the texts that are tried first, to find the worst ones for a pattern. */
const SHORT = 2_000
const WORST = isLong ? 5 : 2

/**
 * Lengths of the worst texts, in pieces of a thousand characters. A linear pattern takes as long for the whole text as for its pieces;
 * a quadratic one takes longer by a factor of their number. The limit is the square root of that number, because a busy machine may
 * make either run several times slower.
 */
const PIECES = [8, 64, ...(isLong ? [512] : [])]
const PIECE = 1_000
/** Shorter times are not compared. With the longest texts, every quadratic pattern takes more. */
const AT_ONCE_MS = 50

// A separate thread, because only a thread can be stopped in an endless pattern, and because it has its own CPU time.
const program = `
const { parentPort } = require('node:worker_threads')
// The clock of a thread may tick only every few milliseconds, so short texts are repeated or measured by the wall clock.
const clocks = {
  wall: () => performance.now(),
  thread: () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
}
parentPort.on('message', ({ source, flags, texts, times, clock }) => {
  // Global patterns are tried from every character, sticky ones where they are used.
  const pattern = new RegExp(source, flags.includes('y') ? flags : flags.replace('g', '') + 'g')
  const took = texts.map((text) => {
    const before = clocks[clock]()
    for (let time = 0; time < times; time += 1) text.replace(pattern, '')
    return clocks[clock]() - before
  })
  parentPort.postMessage(took)
})`

type Tried = { texts: string[]; times?: number; clock?: 'wall' | 'thread' }

/** `run` returns the milliseconds that each text took; undefined if the limit was exceeded. */
const createRunner = () => {
  let worker = new Worker(program, { eval: true })
  return {
    run: async ({ source, flags }: Pattern, tried: Tried): Promise<number[] | undefined> => {
      const signal = AbortSignal.timeout(LIMIT_MS)
      worker.postMessage({ source, flags, times: 1, clock: 'thread', ...tried })
      try {
        const [took] = (await once(worker, 'message', { signal })) as [number[]]
        return took
      } catch {
        await worker.terminate()
        worker = new Worker(program, { eval: true })
        return undefined
      }
    },
    close: () => worker.terminate(),
  }
}
type Runner = ReturnType<typeof createRunner>

const isLinear = async (runner: Runner, pattern: Pattern): Promise<boolean> => {
  const pumps = pumpsOf(pattern)
  const texts = pumps.map((pump) => pump(SHORT))
  // The first run of a new pattern is slow.
  const took =
    (await runner.run(pattern, { texts, clock: 'wall' })) && (await runner.run(pattern, { texts, clock: 'wall' }))
  if (took === undefined) return false
  const worst = [...took.keys()].sort((a, b) => (took[b] ?? 0) - (took[a] ?? 0)).slice(0, WORST)
  for (const at of worst) {
    const textOf = (pieces: number): string => pumps[at]?.(pieces * PIECE) ?? ''
    for (const pieces of PIECES) {
      const [whole] = (await runner.run(pattern, { texts: [textOf(pieces)] })) ?? []
      if (whole === undefined) return false
      if (whole <= AT_ONCE_MS) continue
      const [separate] = (await runner.run(pattern, { texts: [textOf(1)], times: pieces })) ?? []
      if (whole > Math.sqrt(pieces) * (separate ?? 0)) return false
    }
  }
  return true
}

/** Patterns that the program creates at run time. */
const builtPatterns = async (): Promise<Pattern[]> => {
  const built: Pattern[] = []
  const plain = globalThis.RegExp
  globalThis.RegExp = new Proxy(plain, {
    construct: (target, [from, flags = '']: [string | RegExp, string?]) => {
      built.push({ source: typeof from === 'string' ? from : from.source, flags, file: 'built' })
      return new target(from, flags)
    },
  })
  try {
    createRedactor(['qd-live/Key+0123456789"secret\\%zz'])
    const files = [...source].filter(([path, text]) => /\.tsx?$/.test(path) && text.includes('new RegExp('))
    for (const [path] of files) await import(`../../${path}?patterns`)
  } finally {
    globalThis.RegExp = plain
  }
  return built
}

test('every regular expression of the program takes linear time', { timeout: 30 * LIMIT_MS }, async () => {
  const literal = [...source].flatMap(([path, text]) => (/\.tsx?$/.test(path) ? patternsIn(text, path) : []))
  const built = await builtPatterns()
  expect(literal.length).toBeGreaterThan(150)
  expect(built.length).toBeGreaterThan(10)
  const runner = createRunner()
  const slow: string[] = []
  const repeating = [...literal, ...built].filter(canRepeat)
  expect(repeating.length).toBeGreaterThan(100)
  const patterns = new Map(repeating.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]))
  for (const [name, pattern] of patterns) if (!(await isLinear(runner, pattern))) slow.push(`${pattern.file}: ${name}`)
  await runner.close()
  expect(slow).toEqual([])
})

test('a regular expression that takes quadratic time is found', async () => {
  const runner = createRunner()
  const email = String.raw`[^\s@]+@[^\s@]+\.[^\s@]+`
  const isFine = (from: string) => isLinear(runner, { source: from, flags: '', file: '' })
  expect(await isFine(email)).toBe(false)
  expect(await isFine(String.raw`\s+$`)).toBe(false)
  expect(await isFine('<b>[^]*?</b>')).toBe(false)
  expect(await isFine(`(?<![^\\s@])${email}`)).toBe(true)
  await runner.close()
})
