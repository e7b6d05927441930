import { type MetricSample, metricSamples } from '../../domain/computers/computer-metrics.ts'
import type { LoadOptions } from './kit/load-options.ts'
import { type Loaded, loaded } from './kit/loaded.ts'
import type { Source } from './source.ts'

export type MetricsParams = {
  /** The computer. */
  id: string
  /** Time before now, ms. */
  spanMs: number
}

/** Time to live of metrics, ms. Agents report about once a minute. */
const METRICS_FRESH_MS = 30_000

/**
 * Loads the use of a computer, oldest first. It is not stored.
 *
 * @throws AppError if the server has no metrics, or refuses them.
 */
export const loadMetrics = async (
  source: Source,
  { id, spanMs }: MetricsParams,
  options: LoadOptions,
): Promise<Loaded<readonly MetricSample[]>> => {
  // The first response of the server corrects the clock.
  if (!source.isOffline) await source.management.extensions({ onRetry: options.onRetry })
  const startMs = source.now() - spanMs
  const request = { params: { computerId: id }, query: { start: new Date(startMs).toISOString() } }
  const { data, at, problems } = await source.management.list(
    'computerMetrics',
    ({ metrics }) => metrics,
    options,
    request,
  )
  // The server may ignore the `start` parameter and send older samples.
  const samples = metricSamples(data.rows).filter((sample) => sample.at >= startMs)
  return loaded(samples, at, 'server', { freshMs: METRICS_FRESH_MS, problems })
}
