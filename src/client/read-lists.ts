import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { limitDepth } from '../base/limit-depth.ts'
import { listReference, type PackedLists, type PackedPart } from '../base/long-list.ts'
import { CreditsByUser } from '../contract/credits.ts'
import type { JsonEndpointName } from '../contract/endpoints.ts'
import { createJsonSplitter } from './json-splitter.ts'
import { maskedJson } from './masked.ts'
import { harmless, MAX_DEPTH, type Problem } from './parse-json-bytes.ts'
import { PROBLEMS_LISTED, tolerantParse } from './tolerant-parse.ts'

/** The lists that a response may have in each of its rows, and that may be too long for memory. */
const longLists: Partial<Record<JsonEndpointName, { rows: string; member: string; item: z.ZodType }>> = {
  credits: { rows: 'data', member: 'by_user', item: CreditsByUser },
}

/** Takes the long lists out of the body of one response. It never throws. */
export type ListReader = {
  /** Shorter bodies are parsed whole, which is faster. */
  minBytes: number
  /** Limit of the body, decompressed. What stays in memory has the usual limit. */
  maxBytes: number
  write: (chunk: Uint8Array) => void
  heldBytes: () => number
  /** The number of rows that are complete. */
  rowCount: () => number
  /** The body without the items of the lists. */
  rest: () => readonly Uint8Array[]
  /** Why an item cannot be read. */
  fault: () => 'text' | 'notUtf8' | undefined
  packed: PackedLists
  problems: Problem[]
  problemCount: () => number
}

/** How to read the long lists of a response. */
export type ListOptions = {
  /** Packs the items of a part. */
  pack: (items: unknown) => Uint8Array
  /** See {@link ListReader}. @default the limit of every JSON body */
  maxBytes?: number | undefined
}

const MIN_BYTES = 1024 * 1024

/** Levels around an item: the response, its rows, and the row. Its list is one more. */
const OUTER_LEVELS = 3

/** Creates a reader for a response of an endpoint; undefined if it has no long lists. */
export const createListReader = (
  endpoint: JsonEndpointName,
  { pack, maxBytes }: ListOptions,
  limitBytes: number,
  redact: (text: string) => string,
): ListReader | undefined => {
  const place = longLists[endpoint]
  if (!place) return undefined
  const { member, item } = place
  const schema = z.looseObject({ [member]: z.array(item) })
  const id = randomUUID()
  const lists: PackedPart[][] = []
  const problems: Problem[] = []
  let problemCount = 0
  let packedBytes = 0
  let itemCount = 0
  let fault: 'text' | 'notUtf8' | undefined

  /** Parses items as `readReply` parses a whole body. */
  const takeItems = (text: string, row: number, first: number): { items: unknown[]; raw: unknown[] } => {
    const whole: unknown = JSON.parse(text)
    const limited = limitDepth(whole, MAX_DEPTH - OUTER_LEVELS)
    const raw = maskedJson(text, limited, redact) as unknown[]
    const checked = tolerantParse(schema, { [member]: raw }, member, (why) => {
      throw new TypeError(why)
    })
    const safe = harmless(text, checked.body)
    const cuts = limited === whole ? [] : [{ path: `${member}…`, expected: `at most ${MAX_DEPTH} levels` }]
    problemCount += checked.problemCount + safe.problems.length + cuts.length
    for (const { path, expected } of [...cuts, ...checked.problems, ...safe.problems]) {
      if (problems.length === PROBLEMS_LISTED) break
      const own = path.replace(/\[(\d+)\]/, (_, index) => `[${Number(index) + first}]`)
      problems.push({ path: `${place.rows}[${row}].${own}`, expected })
    }
    return { items: (safe.body as Record<string, unknown[]>)[member] ?? [], raw }
  }
  const splitter = createJsonSplitter(place, {
    onElements: (bytes, { list, row, isOnly }) => {
      const parts = lists[list] ?? []
      lists[list] = parts
      if (parts.length === 0) itemCount = 0
      let text: string
      try {
        text = `[${decoded(bytes)}]`
      } catch {
        fault ??= 'notUtf8'
        return
      }
      try {
        const { items, raw } = takeItems(text, row, itemCount)
        // Only a list without any items may be empty: not one that ends or begins with a comma.
        if (raw.length === 0 && !isOnly) fault ??= 'text'
        itemCount += raw.length
        const part = { items: pack(items), raw: raw === items ? undefined : pack(raw) }
        packedBytes += part.items.length + (part.raw?.length ?? 0)
        parts.push(part)
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        fault ??= 'text'
      }
    },
    onEnd: (list) => {
      lists[list] ??= []
      return JSON.stringify(listReference(id, list, lists[list].length))
    },
  })
  return {
    minBytes: MIN_BYTES,
    maxBytes: maxBytes ?? limitBytes,
    write: (chunk) => {
      if (fault === undefined) splitter.write(chunk)
      if (splitter.isBroken()) fault ??= 'text'
    },
    heldBytes: () => splitter.heldBytes() + packedBytes,
    rowCount: () => splitter.rowCount(),
    rest: () => splitter.rest,
    fault: () => fault,
    packed: { id, lists },
    problems,
    problemCount: () => problemCount,
  }
}

/** A byte order mark between items is not JSON, so it stays. */
const decoded = (parts: readonly Uint8Array[]): string => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode()
}
