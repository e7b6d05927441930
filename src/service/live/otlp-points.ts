import { createHash } from 'node:crypto'
import { isObject, memberOf } from '../../base/json.ts'
import type { LivePoint, LiveRow } from '../store/live-store.ts'
import type { OtlpRequest } from './otlp-decode.ts'

const DELTA = new Set<unknown>([1, '1', 'AGGREGATION_TEMPORALITY_DELTA'])

/** How a metric is stored, by the end of its name. Any namespace comes before it. */
type Meaning = { ends: string; kind: LiveRow['kind']; nameOf?: string }

const MEANINGS: readonly Meaning[] = [
  { ends: '.tool.invocations', kind: 'tool', nameOf: 'tool.name' },
  { ends: '.git.commits', kind: 'commit' },
  { ends: '.commit.count', kind: 'commit' },
  { ends: '.git.pull_requests', kind: 'pull_request' },
  { ends: '.pull_request.count', kind: 'pull_request' },
  { ends: '.session.count', kind: 'session' },
  { ends: '.client.token.usage', kind: 'tokens', nameOf: 'gen_ai.token.type' },
  { ends: '.token.usage', kind: 'tokens', nameOf: 'type' },
]

/** Names of token kinds in both conventions. */
const TOKEN_KINDS: Readonly<Record<string, string>> = {
  input: 'input',
  output: 'output',
  cacheRead: 'cache_read',
  cacheCreation: 'cache_creation',
}

/** Points whose time differs more from the server's clock are refused. */
const MAX_SKEW_MS = 24 * 3_600_000
/** Longer texts of attributes are cut. */
const MAX_TEXT = 256

/** @param sender - Name of the key, for points without a user. */
export const pointsOf = (
  request: OtlpRequest,
  sender: string,
  now: number,
): { points: LivePoint[]; refused: number } => {
  const points: LivePoint[] = []
  let refused = 0
  for (const resource of listOf(request, 'resourceMetrics'))
    for (const scope of listOf(resource, 'scopeMetrics'))
      for (const metric of listOf(scope, 'metrics')) {
        const series = [memberOf(resource, 'resource'), memberOf(scope, 'scope')]
        const [found, wrong] = metricPoints(metric, { series, sender, now })
        points.push(...found)
        refused += wrong
      }
  return { points, refused }
}

type Place = { series: readonly unknown[]; sender: string; now: number }

const metricPoints = (metric: unknown, { series, sender, now }: Place): [LivePoint[], number] => {
  const name = textOf(memberOf(metric, 'name')) ?? ''
  const data = ['sum', 'histogram', 'gauge'].map((kind) => memberOf(metric, kind)).find(isObject)
  // A gauge is a state, which can't be added up.
  if (name === '' || !data || data === memberOf(metric, 'gauge')) return [[], 0]
  const isDelta = DELTA.has(data.aggregationTemporality)
  const all = listOf(data, 'dataPoints')
  const points = all.flatMap((point): LivePoint[] => {
    const [start, end] = [memberOf(point, 'startTimeUnixNano'), memberOf(point, 'timeUnixNano')].map((nano) =>
      String(nano ?? '0'),
    )
    const at = Number(end) / 1e6
    const value = numberOf(point)
    if (value === undefined || value < 0 || !(Math.abs(at - now) <= MAX_SKEW_MS)) return []
    const attributes = attributesOf(point)
    const id = hashOf([...series, name, [...attributes].sort()])
    return [
      {
        row: rowOf(name, attributes, { id: hashOf([id, start, end]), at, value, sender }),
        series: id,
        start: start ?? '0',
        isDelta,
      },
    ]
  })
  return [points, all.length - points.length]
}

const rowOf = (
  metric: string,
  all: ReadonlyMap<string, string>,
  { id, at, value, sender }: { id: string; at: number; value: number; sender: string },
): LiveRow => {
  // An empty attribute names nothing.
  const attributes = new Map([...all].filter(([, text]) => text !== ''))
  const meaning = MEANINGS.find(({ ends }) => `.${metric}`.endsWith(ends))
  const own = meaning?.nameOf === undefined ? undefined : attributes.get(meaning.nameOf)
  const email = attributes.get('user.email')
  return {
    id,
    at,
    source: 'otlp',
    kind: meaning?.kind ?? 'metric',
    name:
      meaning === undefined
        ? metric
        : meaning.kind === 'tokens'
          ? (TOKEN_KINDS[own ?? ''] ?? own ?? null)
          : (own ?? null),
    user_id: attributes.get('user.id') ?? email ?? sender,
    user_email: email ?? null,
    session: attributes.get('session.id') ?? null,
    model:
      attributes.get('gen_ai.request.model') ??
      attributes.get('gen_ai.response.model') ??
      attributes.get('model') ??
      null,
    value,
  }
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

const listOf = (value: unknown, name: string): unknown[] => {
  const list = memberOf(value, name)
  return Array.isArray(list) ? list : []
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, MAX_TEXT).toWellFormed().replaceAll('\0', '\ufffd') : undefined

/** A number of a sum, or the sum of a histogram. */
const numberOf = (point: unknown): number | undefined => {
  const found = ['asInt', 'asDouble', 'sum'].map((name) => memberOf(point, name)).find((value) => value !== undefined)
  const value = typeof found === 'string' ? Number(found) : found
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

const attributesOf = (point: unknown): Map<string, string> =>
  new Map(
    listOf(point, 'attributes').flatMap((attribute): [string, string][] => {
      const [key, value] = [textOf(memberOf(attribute, 'key')), memberOf(attribute, 'value')]
      const [found] = isObject(value) ? Object.values(value) : []
      return key === undefined || found === undefined || typeof found === 'object'
        ? []
        : [[key, textOf(String(found)) ?? '']]
    }),
  )
