/**
 * Where the time of a phase goes: what V8 sampled of the built program, named by its source maps. Linux only, as the clock of the
 * samples has to be that of the program that pressed the keys.
 */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Frame = { functionName: string; url: string; lineNumber: number; columnNumber: number }
type CpuProfile = {
  nodes: { id: number; callFrame: Frame }[]
  samples: number[]
  timeDeltas: number[]
  startTime: number
}

/** Own time in µs of each function, by where it stands in the sources, and of each room. */
export type Times = { functions: Map<string, number>; rooms: Map<string, number>; totalUs: number }

/** Arguments of Node that make it write a profile into a folder when it ends. */
export const profiled = (folder: string): string[] => [
  '--cpu-prof',
  '--cpu-prof-interval=250',
  `--cpu-prof-dir=${folder}`,
]

/** The profiles in a folder. */
export const profilesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => join(folder, name))

/** Copies them to where they stay, to be opened in a browser's tools; answers the folder. */
export const keepProfiles = (folder: string): string => {
  const kept = mkdtempSync(join(tmpdir(), 'quarterdeck-profiles-'))
  for (const path of profilesIn(folder)) copyFileSync(path, join(kept, basename(path)))
  return kept
}

/** @param span Start and end in seconds of the machine's monotonic clock. @default all of it */
export const timesOf = (path: string, span: readonly [number, number] = [0, Number.POSITIVE_INFINITY]): Times => {
  const { nodes, samples, timeDeltas, startTime } = JSON.parse(readFileSync(path, 'utf8')) as CpuProfile
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const own = new Map<number, number>()
  let at = startTime
  for (const [index, node] of samples.entries()) {
    // A sample stands for the time until the next one.
    const delta = timeDeltas[index + 1] ?? 0
    at += timeDeltas[index] ?? 0
    if (at >= span[0] * 1e6 && at <= span[1] * 1e6) own.set(node, (own.get(node) ?? 0) + delta)
  }
  const times: Times = { functions: new Map(), rooms: new Map(), totalUs: 0 }
  const add = (to: Map<string, number>, name: string, us: number) => void to.set(name, (to.get(name) ?? 0) + us)
  for (const [id, us] of own) {
    const frame = frames.get(id)
    // Waiting for keys is no work.
    if (!frame || frame.functionName === '(idle)') continue
    const { place, room } = placeOf(frame)
    add(times.functions, place, us)
    add(times.rooms, room, us)
    times.totalUs += us
  }
  return times
}

const placeOf = ({ functionName, url, lineNumber, columnNumber }: Frame): { place: string; room: string } => {
  if (url === '') return { place: functionName, room: 'V8' }
  if (url.startsWith('node:')) return { place: `${functionName || 'anonymous'}  ${url}`, room: 'Node' }
  const place = sourceOf(url, lineNumber, columnNumber)
  if (!place) return { place: `${functionName}  ${basename(url)}`, room: 'others' }
  const source = relative(root, join(root, 'dist', place.source))
  return { place: `${functionName || 'anonymous'}  ${source}:${place.line + 1}`, room: roomOf(source) }
}

type Place = { source: string; line: number }

/** Where a function of the bundle stands in the sources; undefined where nothing tells. Lines and columns are counted from 0. */
const sourceOf = (url: string, line: number, column: number): Place | undefined => {
  const map = mapOf(url)
  if (!map) return undefined
  const grownBefore = (map.grown[line] ?? []).filter((at, index) => at + index * GROWTH < column).length
  const entry = map.map.findEntry(line, column - grownBefore * GROWTH)
  if (!('originalSource' in entry)) return undefined
  const place = { source: entry.originalSource, line: entry.originalLine }
  // What was made of a chunk leads to the chunk, which has a map of its own.
  const chunk = new URL(place.source, url).href
  return /^chunk-\w+\.js$/.test(place.source) ? (sourceOf(chunk, place.line, entry.originalColumn) ?? place) : place
}

/** `src/ui/painter`, `screens/usage`, or the name of a package. */
const roomOf = (source: string): string =>
  /^(?:\.\.\/)*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ??
  source
    .split('/')
    .slice(0, source.startsWith('src') ? 3 : 2)
    .join('/')

/** `grown`: see mapAscii in src/build/run-kept.ts. */
type BundleMap = { map: SourceMap; grown: readonly (readonly number[])[] }
/** Cells by which a sign grows that is written as `\u2026`. */
const GROWTH = 5

const maps = new Map<string, BundleMap | undefined>()
const mapOf = (url: string): BundleMap | undefined => {
  if (!maps.has(url)) maps.set(url, readMap(url))
  return maps.get(url)
}
const readMap = (url: string): BundleMap | undefined => {
  try {
    const payload = JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')) as SourceMapPayload
    return { map: new SourceMap(payload), grown: (payload as { grown?: number[][] }).grown ?? [] }
  } catch {
    // The launcher has none.
    return undefined
  }
}

/** The rooms and functions that take most, as lines; shares of all, and µs for each of `keys`. */
export const timesText = ({ functions, rooms, totalUs }: Times, keys: number): string => {
  const most = (times: Map<string, number>, count: number) =>
    [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([name, us]) => {
        const share = `${((us / totalUs) * 100).toFixed(1)} %`.padStart(7)
        return `${share} ${(us / keys).toFixed(1).padStart(8)} µs  ${name}`
      })
  return [...most(rooms, 14), '', ...most(functions, 40)].join('\n')
}
