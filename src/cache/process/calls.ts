import { AppError, type AppErrorOptions, type ErrorKind } from '../../base/errors.ts'
import type { CreditDays } from '../../domain/usage/credit-days.ts'
import type { DayCredits } from '../../domain/usage/person-credits.ts'
import { toAppError } from '../load/kit/load-errors.ts'
import type { QueryName } from '../load/queries.ts'

/**
 * Calls a method of the other process. If the last argument is an object, it has the options: each function in it,
 * named `on…`, is sent as `true`, and its `signal` is sent as a separate request with the method `abort` and the same
 * id.
 */
export type Request = { id: number; method: string; args: unknown[] }

/** Any number of `progress` replies, each a call of one of the functions, then the result or the error. */
export type Reply = { id: number } & (
  | { progress: { of: string; value: unknown } }
  | { result: unknown }
  | { error: ErrorData }
)

/** An {@link AppError} as plain data. */
type ErrorData = Omit<AppErrorOptions, 'cause'> & {
  kind: ErrorKind
  message: string
  /** The stack of the cause. */
  cause: string | undefined
}

export const toErrorData = (error: AppError): ErrorData => {
  const { cause, message } = error
  const stack =
    cause instanceof Error ? (cause.stack ?? cause.message) : cause === undefined ? undefined : String(cause)
  return { ...error, message, cause: stack }
}

const fromErrorData = ({ kind, message, ...options }: ErrorData): AppError => new AppError(kind, message, options)

type Options = Record<string, unknown>

const isPlain = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const mapValues = (options: Options, change: (value: unknown, name: string) => unknown): Options =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, change(value, name)]))

/**
 * Applies a change to the values of an object and of its nested objects, down to the depth at which results contain
 * errors.
 */
const mapDeep = (value: unknown, change: (value: unknown) => unknown, depth = 2): unknown =>
  depth > 0 && isPlain(value) ? change(mapValues(value, (own) => mapDeep(own, change, depth - 1))) : change(value)

/** Sends an error in a result as data: structured cloning would drop its members. */
const withErrorData = (answer: unknown): unknown =>
  mapDeep(answer, (value) => (value instanceof AppError ? { errorData: toErrorData(value) } : value))

const withErrors = (answer: unknown): unknown =>
  mapDeep(answer, (value) =>
    isPlain(value) && 'errorData' in value ? fromErrorData(value.errorData as ErrorData) : value,
  )

/** @returns The last argument if it is an options object, else undefined. */
const optionsIn = (args: readonly unknown[]): Options | undefined => {
  const last = args.at(-1)
  return typeof last === 'object' && last !== null && !Array.isArray(last) ? (last as Options) : undefined
}

type PendingCall = {
  method: string
  options: Options
  resolve(result: unknown): void
  reject(error: AppError): void
}

/** The calling side. @param send Sends a request to the serving process. */
export const createCaller = (send: (request: Request) => void) => {
  const pending = new Map<number, PendingCall>()
  let lastId = 0
  return {
    async call(method: string, args: unknown[]): Promise<unknown> {
      const { signal: given, ...options } = optionsIn(args) ?? {}
      const signal = given as AbortSignal | undefined
      if (signal?.aborted) throw new AppError('interrupted', 'Nothing was sent because it was cancelled.')
      const id = ++lastId
      const abort = () => pending.has(id) && send({ id, method: 'abort', args: [] })
      const answer = new Promise((resolve, reject) => pending.set(id, { method, options, resolve, reject }))
      const toWire = (value: unknown) => typeof value === 'function' || value
      signal?.addEventListener('abort', abort)
      try {
        send({ id, method, args: optionsIn(args) ? [...args.slice(0, -1), mapValues(options, toWire)] : args })
        return await answer
      } finally {
        signal?.removeEventListener('abort', abort)
      }
    },
    /** Handles a reply from the serving process. */
    take(reply: Reply): void {
      const own = pending.get(reply.id)
      if (own && 'progress' in reply) {
        const { of, value } = reply.progress
        ;(own.options[of] as (value: unknown) => void)(withErrors(value))
        return
      }
      pending.delete(reply.id)
      if ('error' in reply) own?.reject(fromErrorData(reply.error))
      else if ('result' in reply) own?.resolve(withErrors(reply.result))
    },
    /** Rejects all pending calls, when no reply can arrive any more. */
    fail(errorOf: (method: string) => AppError): void {
      const calls = [...pending.values()]
      pending.clear()
      for (const { method, reject } of calls) reject(errorOf(method))
    },
  }
}

/** Functions that take the arguments of a call. Their options have a {@link Progress} per function, and a signal. */
export type Methods = Record<string, (...args: never[]) => unknown>

/** Resolves once the value is written. A method that sends much data awaits it, so as not to outrun the reader. */
export type Progress<Value> = (value: Value) => Promise<void>

/**
 * The serving side.
 *
 * @param send Sends a reply; resolves once it is written.
 * @param onEnd Called after each call.
 */
export const serveCalls = (send: (reply: Reply) => Promise<void>, methods: Methods, onEnd: () => void) => {
  const controllers = new Map<number, AbortController>()
  return {
    /** Handles a request from the calling process. */
    async take({ id, method, args }: Request): Promise<void> {
      if (method === 'abort') return controllers.get(id)?.abort()
      const { signal } = controllers.set(id, new AbortController()).get(id) as AbortController
      const fromWire = (value: unknown, name: string) =>
        value === true && name.startsWith('on')
          ? (value: unknown) => send({ id, progress: { of: name, value: withErrorData(value) } })
          : value
      const options = optionsIn(args)
      try {
        const own = options ? [...args.slice(0, -1), { ...mapValues(options, fromWire), signal }] : args
        const result = await methods[method]?.(...(own as never[]))
        void send({ id, result: withErrorData(result) })
      } catch (error) {
        void send({ id, error: toErrorData(toAppError(error)) })
      } finally {
        controllers.delete(id)
        onEnd()
      }
    },
    abortAll(): void {
      for (const controller of controllers.values()) controller.abort()
    },
  }
}

/** How a result is sent item by item, followed by the rest. */
type ChunkedResult<Data> = {
  split(data: Data): { items: readonly unknown[]; rest: Data }
  join(items: unknown[], rest: Data): Data
}

const rows: ChunkedResult<unknown[]> = {
  split: (data) => ({ items: data, rest: [] }),
  join: (items) => items,
}

const days: ChunkedResult<CreditDays> = {
  split: (data) => ({ items: data.people.columns, rest: withColumns(data, []) }),
  // Columns of a message are views of its bytes. Copy them, so that the memory of the message can be freed.
  join: (items, rest) => withColumns(rest, (items as DayCredits[]).map(copyOf)),
}

const withColumns = (data: CreditDays, columns: readonly DayCredits[]): CreditDays => ({
  ...data,
  people: { ...data.people, columns },
})

const copyOf = (day: DayCredits): DayCredits =>
  mapValues(day, (column) => (column instanceof Map ? column : (column as Uint8Array).slice())) as unknown as DayCredits

/** For queries whose results may have megabytes: reading them as one message would delay keys. */
export const chunkedResultOf = (name: QueryName): ChunkedResult<unknown> | undefined => {
  if (name === 'creditDays') return days as ChunkedResult<unknown>
  return name === 'revisions' || name === 'reports' ? (rows as ChunkedResult<unknown>) : undefined
}
