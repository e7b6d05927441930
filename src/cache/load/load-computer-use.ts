import { AppError } from '../../base/errors.ts'
import {
  type ComputerUse,
  computerUse,
  type ExaminedComputer,
  USE_SPAN_MS,
} from '../../domain/computers/computer-use.ts'
import { counted } from '../../domain/text/format.ts'
import type { LoadOptions } from './kit/load-options.ts'
import { type Loaded, loaded } from './kit/loaded.ts'
import { NOT_CACHED } from './kit/offline.ts'
import { loadMetrics } from './load-metrics.ts'
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

export type ComputerUseParams = { computers: readonly ExaminedComputer[] }

/**
 * Loads how computers were used in the last week, from their metrics. It is kept in memory for {@link USE_FRESH_MS}. A
 * computer without metrics is left out.
 *
 * @throws AppError if the server has no metrics, or refuses them.
 */
export const loadComputerUse = async (
  source: Source,
  { computers }: ComputerUseParams,
  options: LoadOptions,
): Promise<Loaded<readonly ComputerUse[]>> => {
  if (source.isOffline) throw new AppError('incomplete', NOT_CACHED)
  if (!(await hasMetrics(source, options))) throw unsupportedOperation()
  const examined = computers.slice(0, MAX_COMPUTERS)
  const { uses, failed } = await loadEach(source, examined, options)
  const incomplete = [
    computers.length > examined.length &&
      `Only the first ${examined.length} of ${computers.length} active computers were examined.`,
    failed && `Metrics of ${counted(failed.count, 'computer')} could not be loaded: ${failed.error.message}`,
  ].filter((text) => typeof text === 'string')
  return {
    ...loaded(uses, source.now(), 'server', { freshMs: USE_FRESH_MS }),
    ...(incomplete.length > 0 && { incomplete: incomplete.join(' ') }),
  }
}

/** Whether the server has metrics of computers. */
export const hasMetrics = async ({ management }: Source, { onRetry }: LoadOptions): Promise<boolean> =>
  (await management.extensions({ onRetry })).data.includes('computerMetrics')

const loadEach = async (source: Source, computers: readonly ExaminedComputer[], options: LoadOptions) => {
  const cached = known.get(source) ?? new Map<string, { at: number; use: ComputerUse }>()
  known.set(source, cached)
  const uses: ComputerUse[] = []
  const errors: AppError[] = []
  const queue = [...computers]
  const load = async ({ id, name }: ExaminedComputer): Promise<void> => {
    const before = cached.get(id)
    if (before && !options.isForced && source.now() - before.at < USE_FRESH_MS) return void uses.push(before.use)
    const { data, at } = await loadMetrics(source, { id, spanMs: USE_SPAN_MS }, { ...options, isForced: false })
    const use = computerUse(id, name, data)
    cached.set(id, { at, use })
    uses.push(use)
  }
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      await load(next).catch((error) => {
        if (!(error instanceof AppError) || isOfAll(error)) throw error
        if (error.status !== 404) errors.push(error)
      })
  }
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL, computers.length) }, work))
  const [error] = errors
  const order = new Map(computers.map(({ id }, place) => [id, place]))
  uses.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return { uses, failed: error && { error, count: errors.length } }
}

/** Whether an error would occur for every computer. */
const isOfAll = ({ kind, status }: AppError): boolean =>
  kind === 'interrupted' || status === 401 || status === 402 || status === 403
