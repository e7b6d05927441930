import type { z } from 'zod'
import { AppError, type FailedRequest } from '../base/errors.ts'
import { isObject, memberOf } from '../base/json.ts'
import type { PackedLists } from '../base/long-list.ts'
import { type Endpoint, endpoints, type JsonEndpointName, responseSchema } from '../contract/endpoints.ts'
import type { Lenient } from '../contract/lenient.ts'
import { type Answer, headerText } from './caller.ts'
import { isRead } from './exchange.ts'
import { maskedJson } from './masked.ts'
import { type BodyText, harmless, MAX_DEPTH, type Problem, parseJsonBytes } from './parse-json-bytes.ts'
import { type LogEntry, MAX_LOGGED_PROBLEMS } from './request-log.ts'
import { envelopeProblem, PROBLEMS_LISTED, tolerantParse } from './tolerant-parse.ts'

/** A JSON response of an endpoint. */
export type Reply<Body> = {
  /** The response, with members of a wrong type set to undefined. Shares objects with `raw`: change neither. */
  body: Lenient<Body>
  /**
   * The parsed JSON as received, for lossless output; undefined if a change got an empty response. Only a list that has
   * another name than in the contract is renamed, or none, see `hasAnyListName` and `isBareList`.
   */
  raw: unknown
  /** Lists that were read in parts: rows have references to them. Undefined unless requested and the body is large. */
  longLists: PackedLists | undefined
  /**
   * The response of an endpoint marked `isOpen`, made safe, if its shape differs from the contract. `body` is then
   * empty. Else undefined.
   */
  other: unknown
  /** The first 100 members that violate the contract. */
  problems: Problem[]
  problemCount: number
  status: number
  requestId: string | undefined
  /** The response's own Date, Unix milliseconds. */
  serverDate: number | undefined
  /** Duration of the last try only. */
  durationMs: number
  /** Size of the body as sent. */
  sizeBytes: number
}

export type ReplyContext = {
  endpoint: JsonEndpointName
  /** `group_by` of the request's query. It determines the shape of the response. */
  groupBy: unknown
  /** For the message about a response that is too large. */
  limitBytes: number
  request: FailedRequest
  redact: (text: string) => string
  /** Updates the response's entry in the request log. */
  note: (change: Partial<LogEntry>) => void
}

/**
 * Parses the body of a success. Throws AppError if it is unusable: `failed` for a read, `outcomeUnknown` for a change,
 * which may have been made. An empty response to a change is a success.
 */
export const readReply = <Body>(answer: Answer, context: ReplyContext): Reply<Body> => {
  const { endpoint, groupBy, limitBytes, request, redact, note } = context
  const { status, durationMs, sizeBytes, serverDate, requestId, url } = answer
  const row: Endpoint = endpoints[endpoint]
  const isChange = !isRead(row.method)

  const fail = (why: string, mark: '.' | '?' = '.'): never => {
    const doubt = isChange ? ' (the change may have been applied; check before retrying)' : ''
    const error = new AppError(isChange ? 'outcomeUnknown' : 'failed', redact(`${why}${doubt}${mark}`), {
      request,
      status,
      title: answer.statusText || undefined,
      requestId,
      isTooLarge: answer.cut === 'tooLarge',
      rowsBeforeLimit: answer.lists?.rowCount(),
    })
    note({ error: error.message })
    throw error
  }

  const { lists } = answer
  const json = jsonOf(answer, limitBytes, isChange, fail)
  // A server may send the key back: neither show nor store it.
  const masked = json && maskedJson(json.text, json.value, redact)
  const raw = (row.hasAnyListName || row.isBareList) && row.rows !== undefined ? withListAs(row.rows, masked) : masked
  const value = json === undefined ? {} : raw
  const schema = responseSchema(row, typeof groupBy === 'string' ? groupBy : undefined) as z.ZodType<Body>
  const isOther = row.isOpen === true && envelopeProblem(value, row.rows) !== undefined
  const checked = isOther
    ? { body: value, problems: [], problemCount: 0 }
    : tolerantParse(schema, value, row.rows, (why) => {
        const question = 'is the address correct, and does it serve this API'
        return fail(`The response of ${url.host} to ${row.method} ${url.pathname} ${why}: ${question}`, '?')
      })
  const safe = harmless(json?.text ?? '', checked.body, row.generic)
  const cuts: Problem[] = json?.isCut ? [{ path: '…', expected: `at most ${MAX_DEPTH} levels` }] : []
  const others = [...cuts, ...safe.problems]
  const problemCount = checked.problemCount + others.length + (lists?.problemCount() ?? 0)
  const problems = [...checked.problems, ...(lists?.problems ?? []), ...others].slice(0, PROBLEMS_LISTED)
  note({ problems: problemCount, violations: problems.slice(0, MAX_LOGGED_PROBLEMS).map(briefly) })
  return {
    body: (isOther ? {} : safe.body) as Lenient<Body>,
    raw,
    longLists: lists?.packed,
    other: isOther ? safe.body : undefined,
    problems,
    problemCount,
    status,
    requestId,
    serverDate,
    durationMs,
    sizeBytes,
  }
}

/** Renames the only list of objects in a response, or returns the response unchanged if it has none or several. */
const withListAs = (name: string, value: unknown): unknown => {
  if (Array.isArray(value)) return { [name]: value }
  if (!isObject(value) || Array.isArray(memberOf(value, name))) return value
  const lists = Object.keys(value).filter((member) => isListOfObjects(value[member]))
  const [list, ...others] = lists
  if (list === undefined || others.length > 0) return value
  const { [list]: rows, ...rest } = value
  return { ...rest, [name]: rows }
}

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject)

type Fail = (why: string, mark?: '.' | '?') => never

/** The JSON of a body; undefined for the empty response to a change. */
const jsonOf = (
  answer: Answer,
  limitBytes: number,
  isChange: boolean,
  fail: Fail,
): Extract<BodyText, { is: 'json' }> | undefined => {
  const { status, url } = answer
  if (answer.cut === 'tooLarge') {
    return fail(`${url.host} sent more than ${limitBytes / 1024 / 1024} MiB: request a shorter range or a smaller page`)
  }
  if (answer.cut !== undefined) {
    return fail(`${url.host} sent a response that can't be decompressed: is there a proxy in between`, '?')
  }
  const fault = answer.lists?.fault()
  const parsed: BodyText = fault
    ? { is: fault, text: '' }
    : parseJsonBytes(answer.parts, headerText(answer.headers, 'content-type'))
  if (parsed.is === 'page') {
    const title = [status, parsed.title].filter((part) => part !== undefined).join(', ')
    const question = 'is there a proxy or a sign-in page, or is the address wrong'
    return fail(`${url.host} answered with a web page (${title}): ${question}`, '?')
  }
  if (parsed.is === 'notUtf8')
    return fail(`The response of ${url.host} is not UTF-8 text (${status}): check the address`)
  if (parsed.is === 'text' || (parsed.is === 'empty' && !isChange)) {
    const what = parsed.is === 'empty' ? 'an empty response' : 'a response that is not JSON'
    return fail(`${url.host} sent ${what} (${status}): check the address`)
  }
  return parsed.is === 'json' ? parsed : undefined
}

/** A JSON response as received, for a mirror. */
export type ReplyText = {
  /** As received, except for secrets of this machine, which are masked. */
  text: string
  /** The parsed text. */
  json: unknown
  /** The response's own Date, Unix milliseconds. */
  serverDate: number | undefined
}

/** Reads the body of a successful read without validating it. Throws AppError if it is not JSON. */
export const readText = (
  answer: Answer,
  { limitBytes, request, redact, note }: Omit<ReplyContext, 'endpoint' | 'groupBy'>,
): ReplyText => {
  const fail = (why: string, mark: '.' | '?' = '.'): never => {
    const { status, requestId } = answer
    const isTooLarge = answer.cut === 'tooLarge'
    const error = new AppError('failed', redact(`${why}${mark}`), { request, status, requestId, isTooLarge })
    note({ error: error.message })
    throw error
  }
  const found = jsonOf(answer, limitBytes, false, fail)
  if (found === undefined) return fail(`${answer.url.host} sent an empty response: check the address`)
  const json = maskedJson(found.text, found.value, redact)
  const isChanged = json !== found.value || found.isCut
  return { text: isChanged ? JSON.stringify(json) : found.text, json, serverDate: answer.serverDate }
}

/** Maximum length of a path. A member's name may be as long as the response. */
const MAX_PATH_LENGTH = 200

const briefly = ({ path, expected }: Problem): Problem => ({
  path: path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH).toWellFormed()}…` : path,
  expected,
})
