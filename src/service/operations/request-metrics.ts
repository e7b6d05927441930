import type { Metric, Sample } from './metrics-text.ts'

/** Upper bounds of the buckets of the duration, seconds. */
const BOUNDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Route of requests that match no endpoint. Their paths are chosen by clients, so they cannot be labels. */
export const NO_ROUTE = 'none'

type RouteCounts = {
  byStatus: Map<number, number>
  /** Requests per bucket, not cumulative; the last bucket has no upper bound. */
  buckets: number[]
  seconds: number
  aborted: number
}

/** Counts requests by route. The number of series is bounded by the number of endpoints. */
export const createRequestMetrics = () => {
  const routes = new Map<string, RouteCounts>()
  const countsOf = (route: string): RouteCounts => {
    const known = routes.get(route)
    if (known) return known
    const counts = { byStatus: new Map(), buckets: new Array(BOUNDS.length + 1).fill(0), seconds: 0, aborted: 0 }
    routes.set(route, counts)
    return counts
  }
  return {
    /** Counts a request when its response begins. */
    count: (route: string, status: number, durationMs: number): void => {
      const counts = countsOf(route)
      const seconds = durationMs / 1_000
      const found = BOUNDS.findIndex((bound) => seconds <= bound)
      const bucket = found < 0 ? BOUNDS.length : found
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1)
      counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1
      counts.seconds += seconds
    },
    /** Counts a response that failed after it began. */
    countAborted: (route: string): void => {
      countsOf(route).aborted += 1
    },
    metrics: (): Metric[] => metricsOf(routes),
  }
}
export type RequestMetrics = ReturnType<typeof createRequestMetrics>

const metricsOf = (routes: ReadonlyMap<string, RouteCounts>): Metric[] => [
  {
    name: 'qd_http_requests_total',
    help: 'Requests by endpoint and status.',
    type: 'counter',
    samples: [...routes].flatMap(([route, { byStatus }]) =>
      [...byStatus].map(([status, value]) => ({ labels: { route, status: String(status) }, value })),
    ),
  },
  {
    name: 'qd_http_request_duration_seconds',
    help: 'Time until the response started.',
    type: 'histogram',
    samples: [...routes].flatMap(([route, counts]) => histogram(route, counts)),
  },
  {
    name: 'qd_http_aborted_responses_total',
    help: 'Responses that failed after they began.',
    type: 'counter',
    samples: [...routes].map(([route, { aborted }]) => ({ labels: { route }, value: aborted })),
  },
]

const histogram = (route: string, { buckets, seconds }: RouteCounts): Sample[] => {
  let total = 0
  const samples = buckets.map((count, at): Sample => {
    total += count
    return { suffix: '_bucket', labels: { route, le: String(BOUNDS[at] ?? '+Inf') }, value: total }
  })
  return [
    ...samples,
    { suffix: '_sum', labels: { route }, value: seconds },
    { suffix: '_count', labels: { route }, value: total },
  ]
}
