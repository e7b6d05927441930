import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createRedactor } from '../../src/client/redact.ts'
import { source } from '../architecture/source.ts'
import { canRepeat, type Pattern, patternsIn, pumpsOf } from '../helpers/pattern-pumps.ts'
import { isLong } from '../helpers/tries.ts'

/**
 * Far beyond what a pattern needs that reads a text once, even on a machine that is busy, and far below what one needs that
 * reads it anew from each of its characters: minutes, with more than a hundred thousand million steps.
 */
const LIMIT_MS = 60_000

/** What a pattern is tried on first, to find which texts are the worst for it. */
const SHORT = 4_000
const LONG = isLong ? 1_000_000 : 500_000
const WORST = isLong ? 5 : 2

// In a thread of its own, as nothing else can end a pattern that never does.
const program = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ source, flags, texts }) => {
  // Global patterns are tried from every character, sticky ones where they are used.
  const pattern = new RegExp(source, flags.includes('y') ? flags : flags.replace('g', '') + 'g')
  const took = texts.map((text) => {
    const startedAt = process.hrtime.bigint()
    text.replace(pattern, '')
    return Number(process.hrtime.bigint() - startedAt)
  })
  parentPort.postMessage(took)
})`

/** Answers how long each text took, or undefined when the limit ran out. */
const createRunner = () => {
  let worker = new Worker(program, { eval: true })
  return {
    run: async (pattern: Pattern, texts: string[]): Promise<number[] | undefined> => {
      const signal = AbortSignal.timeout(LIMIT_MS)
      worker.postMessage({ source: pattern.source, flags: pattern.flags, texts })
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

const isLinear = async (runner: ReturnType<typeof createRunner>, pattern: Pattern): Promise<boolean> => {
  const pumps = pumpsOf(pattern)
  const took = await runner.run(
    pattern,
    pumps.map((pump) => pump(SHORT)),
  )
  if (took === undefined) return false
  const worst = [...took.keys()].sort((a, b) => (took[b] ?? 0) - (took[a] ?? 0)).slice(0, WORST)
  const longs = worst.map((at) => pumps[at]?.(LONG) ?? '')
  return (await runner.run(pattern, longs)) !== undefined
}

/** Patterns that are put together as the program runs. */
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

test('every pattern of the program reads a text once, whatever the text', { timeout: 30 * LIMIT_MS }, async () => {
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

test('a pattern that is not is found out', async () => {
  const runner = createRunner()
  const email = String.raw`[^\s@]+@[^\s@]+\.[^\s@]+`
  const texts = pumpsOf({ source: email, flags: 'g', file: '' }).map((pump) => pump(20_000))
  const took = (await runner.run({ source: email, flags: 'g', file: '' }, texts.slice(0, 3))) ?? [LIMIT_MS * 1e6]
  const linear = (await runner.run({ source: `(?<![^\\s@])${email}`, flags: 'g', file: '' }, texts.slice(0, 3))) ?? []
  // A hundred thousand times as many steps; how fast the machine is does not matter.
  expect(Math.max(...took)).toBeGreaterThan(20 * Math.max(...linear))
  await runner.close()
})
