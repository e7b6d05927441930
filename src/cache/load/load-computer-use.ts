import { AppError } from '../../base/errors.ts'
import { statusGroupOf } from '../../domain/computers/computer-steps.ts'
import { type ComputerUse, computerUse, USE_SPAN_MS } from '../../domain/computers/computer-use.ts'
import { counted } from '../../domain/text/format.ts'
import type { LoadOptions } from './kit/load-options.ts'
import { type Loaded, loaded } from './kit/loaded.ts'
import { NOT_CACHED } from './kit/offline.ts'
import { loadMetrics } from './load-metrics.ts'
import type { ComputerRow } from './management/load-computers.ts'
import { unsupportedOperation } from './management/management.ts'
import type { Source } from './source.ts'

/** Each computer takes a request, so only the first ones in the server's order are examined. */
const MAX_COMPUTERS = 100
/** Maximum number of parallel requests. */
const MAX_PARALLEL = 4
/** Time to live of the use of a computer, ms. */
const USE_FRESH_MS = 15 * 60_000

/** The use of computers that was loaded by each source, by id. Savings and attention share it. */
const known = new WeakMap<Source, Map<string, { at: number; use: ComputerUse }>>()

/**
 * Loads how the active computers were used in the last week, from their metrics. It is kept in memory for
 * {@link USE_FRESH_MS}. A computer without metrics is left out.
 *
 * @throws AppError if the server has no metrics, or refuses them.
 */
export const loadComputerUse = async (
  source: Source,
  options: LoadOptions,
): Promise<Loaded<readonly ComputerUse[]>> => {
  const { management } = source
  if (source.isOffline) throw new AppError('incomplete', NOT_CACHED)
  // Without metrics, the list of computers isn't needed either.
  const offered = await management.extensions({ onRetry: options.onRetry })
  if (!offered.data.includes('computerMetrics')) throw unsupportedOperation()
  const { data, at } = await management.computers.loadAll(options)
  const active = data.rows.filter(({ item }) => statusGroupOf(item) === 'active')
  const examined = active.slice(0, MAX_COMPUTERS)
  const { uses, failed } = await loadEach(source, examined, options)
  const incomplete = [
    active.length > examined.length &&
      `Only the first ${examined.length} of ${active.length} active computers were examined.`,
    failed && `Metrics of ${counted(failed.count, 'computer')} could not be loaded: ${failed.error.message}`,
  ].filter((text) => typeof text === 'string')
  return {
    ...loaded(uses, at, 'server', { freshMs: USE_FRESH_MS }),
    ...(incomplete.length > 0 && { incomplete: incomplete.join(' ') }),
  }
}

const loadEach = async (source: Source, rows: readonly ComputerRow[], options: LoadOptions) => {
  const cached = known.get(source) ?? new Map<string, { at: number; use: ComputerUse }>()
  known.set(source, cached)
  const uses: ComputerUse[] = []
  const errors: AppError[] = []
  const queue = [...rows]
  const load = async ({ id, name = id }: ComputerRow): Promise<void> => {
    const before = cached.get(id)
    if (before && !options.isForced && source.now() - before.at < USE_FRESH_MS) return void uses.push(before.use)
    const { data, at } = await loadMetrics(source, { id, spanMs: USE_SPAN_MS }, { ...options, isForced: false })
    const use = computerUse(id, name, data)
    cached.set(id, { at, use })
    uses.push(use)
  }
  const work = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift())
      await load(row).catch((error) => {
        if (!(error instanceof AppError) || isOfAll(error)) throw error
        if (error.status !== 404) errors.push(error)
      })
  }
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL, rows.length) }, work))
  const [error] = errors
  const order = new Map(rows.map(({ id }, place) => [id, place]))
  uses.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return { uses, failed: error && { error, count: errors.length } }
}

/** Whether an error would occur for every computer. */
const isOfAll = ({ kind, status }: AppError): boolean =>
  kind === 'interrupted' || status === 401 || status === 402 || status === 403
