import { isContainer } from '../base/json.ts'
import { limitDepth } from '../base/limit-depth.ts'

/** A body, classified by its bytes. */
export type BodyText =
  /** `isCut`: it was deeper than {@link MAX_DEPTH} levels, and the levels below were replaced by a marker. */
  | { is: 'json'; text: string; value: unknown; isCut: boolean }
  | { is: 'empty' }
  | { is: 'page'; title: string | undefined }
  | { is: 'text'; text: string }
  | { is: 'notUtf8' }

const isPage = (text: string, contentType: string | undefined): boolean =>
  /\bhtml\b/i.test(contentType ?? '') || /^\s*<(!doctype|html|head|body|\?xml)/i.test(text)

/**
 * The title of a web page, on one line and at most 120 characters. It is cut between words, because part of a secret
 * would not be recognized for masking.
 */
export const pageTitle = (html: string): string | undefined => {
  const title = /<title[^<>]*>([^<]{1,2000})/i.exec(html.slice(0, 65_536))?.[1]
  const line = title?.replace(/\s+/g, ' ').trim() ?? ''
  return (line.length > 120 ? line.slice(0, 121).replace(/ ?[^ ]*$/, '') : line) || undefined
}

/** Maximum number of bytes decoded in one step. */
const STEP_BYTES = 256 * 1024

/**
 * Decodes UTF-8 pieces to text, in small steps and without joining the bytes: after one allocation of about 20 MB, the C
 * library no longer returns freed memory to the system. V8, which allocates the text, does.
 */
export const decodeParts = (parts: readonly Uint8Array[], options: { fatal?: boolean } = {}): string => {
  const decoder = new TextDecoder('utf-8', options)
  let text = ''
  for (const part of parts) {
    for (let at = 0; at < part.length; at += STEP_BYTES) {
      text += decoder.decode(part.subarray(at, at + STEP_BYTES), { stream: true })
    }
  }
  return text + decoder.decode()
}

/** Maximum depth of JSON. It exceeds that of any response, and recursion this deep does not overflow the stack. */
export const MAX_DEPTH = 500

/** Parses bytes as JSON, which must be valid UTF-8; a byte order mark is ignored. Other bytes are classified. */
export const parseJsonBytes = (parts: readonly Uint8Array[], contentType: string | undefined): BodyText => {
  let text: string
  try {
    text = decodeParts(parts, { fatal: true })
  } catch {
    return { is: 'notUtf8' }
  }
  if (text.trim() === '') return { is: 'empty' }
  try {
    const whole: unknown = JSON.parse(text)
    const value = limitDepth(whole, MAX_DEPTH)
    return { is: 'json', text, value, isCut: value !== whole }
  } catch {
    return isPage(text, contentType) ? { is: 'page', title: pageTitle(text) } : { is: 'text', text }
  }
}

// Almost no response contains `__proto__` or an infinite number, and this test is far cheaper than a traversal. `_` may
// be escaped. A number must follow one of a few characters, because hexadecimal ids in strings look like large numbers.
const suspicious = /__proto__|\\u005f|(?:^|[[:,\s-])[\d.]+e\+?0*\d{3}|\d{309}/i

const clean = (value: unknown, path: PropertyKey[], problems: Problem[], generic: string | undefined): unknown => {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    problems.push({ path: pathText(path), expected: 'finite number' })
    return undefined
  }
  if (!isContainer(value)) return value
  if (Array.isArray(value)) return value.map((item, at) => clean(item, [...path, at], problems, generic))
  const isGeneric = generic !== undefined && path[GENERIC_LEVEL] === generic
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isGeneric || name !== '__proto__')
      .map(([name, member]) => [name, clean(member, [...path, name], problems, generic)]),
  )
}

/** Index of a row's member in a path such as `changes[3].settings`. */
const GENERIC_LEVEL = 2

/**
 * Removes values from a parsed body that are valid JSON but dangerous later: members named `__proto__`, which a
 * careless copy would turn into a prototype, and numbers too large to be finite, which become undefined. `text` is the
 * body's text. A body without such values is returned unchanged.
 *
 * @param generic - A member of rows in which `__proto__` is kept as an ordinary name, because no setting may be hidden.
 */
export const harmless = (text: string, body: unknown, generic?: string): { body: unknown; problems: Problem[] } => {
  const problems: Problem[] = []
  return suspicious.test(text) ? { body: clean(body, [], problems, generic), problems } : { body, problems }
}

/** A member that violates the contract. */
export type Problem = {
  /** Path of the member, such as `data[3].tool_calls`. Contains names from the response: untrusted. */
  path: string
  /** The type that the contract requires. */
  expected: string
}

export const pathText = (path: readonly PropertyKey[]): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`)).join('')
