/**
 * Prints the functions and folders in which a phase spends its time, from V8's CPU samples of the built program, resolved by its
 * source maps. Linux only, because V8's sample times must use the same clock as the benchmark that presses the keys.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoize } from '../../src/base/memoize.ts'
import { root } from '../helpers/built-program.ts'

type Frame = { functionName: string; url: string; lineNumber: number; columnNumber: number }
type CpuProfile = {
  nodes: { id: number; callFrame: Frame }[]
  samples: number[]
  timeDeltas: number[]
  startTime: number
}

/** Arguments of Node that make it write a profile into a folder when it ends. */
export const profiled = (folder: string): string[] => [
  '--cpu-prof',
  '--cpu-prof-interval=250',
  `--cpu-prof-dir=${folder}`,
]

/**
 * For each profile, a text with the folders and functions that take the most time: their share of it, and µs per key press.
 *
 * @param span Start and end in seconds of the machine's monotonic clock.
 */
export const timesIn = (folder: string, [from, to]: readonly [number, number], keys: number): string[] =>
  readdirSync(folder).map((name) => {
    const profile = JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile
    const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
    const functions = new Map<string, number>()
    const folders = new Map<string, number>()
    let totalUs = 0
    let at = profile.startTime
    for (const [index, node] of profile.samples.entries()) {
      at += profile.timeDeltas[index] ?? 0
      const frame = frames.get(node)
      // Skip the time in which the program waits for keys.
      if (!frame || frame.functionName === '(idle)' || at < from * 1e6 || at > to * 1e6) continue
      // A sample counts for the time until the next one.
      const us = profile.timeDeltas[index + 1] ?? 0
      const { place, folder } = placeOf(frame)
      functions.set(place, (functions.get(place) ?? 0) + us)
      folders.set(folder, (folders.get(folder) ?? 0) + us)
      totalUs += us
    }
    const largest = (times: ReadonlyMap<string, number>, count: number) =>
      [...times]
        .sort(([, a], [, b]) => b - a)
        .slice(0, count)
        .map(([name, us]) => {
          const share = `${((us / totalUs) * 100).toFixed(1)} %`.padStart(7)
          return `${share} ${(us / keys).toFixed(1).padStart(8)} µs  ${name}`
        })
    return [...largest(folders, 14), '', ...largest(functions, 40)].join('\n')
  })

/** A function with its place in the sources, and its folder: `src/ui/painter`, `screens/usage`, or the name of a package. */
const placeOf = ({ functionName, url, lineNumber, columnNumber }: Frame): { place: string; folder: string } => {
  if (url === '') return { place: functionName, folder: 'V8' }
  const name = functionName || 'anonymous'
  if (url.startsWith('node:')) return { place: `${name}  ${url}`, folder: 'Node' }
  const found = sourceOf(url, lineNumber, columnNumber)
  if (!found) return { place: `${name}  ${basename(url)}`, folder: 'others' }
  const source = relative(root, join(root, 'dist', found.source))
  const [, packageName] = /^(?:\.\.\/)*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? []
  const depth = source.startsWith('src') ? 3 : 2
  return {
    place: `${name}  ${source}:${found.line + 1}`,
    folder: packageName ?? source.split('/').slice(0, depth).join('/'),
  }
}

/** The place in the sources of a function of the bundle; lines and columns are counted from 0. */
const sourceOf = (url: string, line: number, column: number): { source: string; line: number } | undefined => {
  const map = mapOf(url)
  if (!map) return undefined
  const shift = (map.grown[line] ?? []).filter((at, index) => at + index * GROWTH < column).length
  const entry = map.map.findEntry(line, column - shift * GROWTH)
  if (!('originalSource' in entry)) return undefined
  const place = { source: entry.originalSource, line: entry.originalLine }
  // The map of a file that was built from a chunk refers to the chunk, which has its own map.
  const chunk = new URL(place.source, url).href
  return /^chunk-\w+\.js$/.test(place.source) ? (sourceOf(chunk, place.line, entry.originalColumn) ?? place) : place
}

/** Extra columns of a character written as an escape such as `\u2026`: 6 instead of 1. `grown` has their columns. */
const GROWTH = 5

const mapOf = memoize((url: string) => {
  try {
    const payload: SourceMapPayload & { grown?: number[][] } = JSON.parse(
      readFileSync(`${fileURLToPath(url)}.map`, 'utf8'),
    )
    return { map: new SourceMap(payload), grown: payload.grown ?? [] }
  } catch {
    // The launcher has no source map.
    return undefined
  }
}, 1_000)
