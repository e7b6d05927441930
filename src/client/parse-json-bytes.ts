import { cutDeep } from '../base/cut-deep.ts'
import { isContainer } from '../base/json.ts'

/** What the bytes of a body turned out to be. */
export type BodyText =
  /** `isCut`: it went deeper than {@link MAX_DEPTH} levels, and what lies below is marked as cut. */
  | { is: 'json'; text: string; value: unknown; isCut: boolean }
  | { is: 'empty' }
  | { is: 'page'; title: string | undefined }
  | { is: 'text'; text: string }
  | { is: 'notUtf8' }

const isPage = (text: string, contentType: string | undefined): boolean =>
  /\bhtml\b/i.test(contentType ?? '') || /^\s*<(!doctype|html|head|body|\?xml)/i.test(text)

/** The title of a web page, on one line and at most 120 characters: whole words, as half a secret is not recognised. */
export const pageTitle = (html: string): string | undefined => {
  const title = /<title[^<>]*>([^<]{1,2000})/i.exec(html.slice(0, 65_536))?.[1]
  const line = title?.replace(/\s+/g, ' ').trim() ?? ''
  return (line.length > 120 ? line.slice(0, 121).replace(/ ?[^ ]*$/, '') : line) || undefined
}

/** Most bytes that are decoded at once. */
const STEP_BYTES = 256 * 1024

/**
 * UTF-8 in pieces as text. They are neither joined nor decoded at once: an answer of 20 MB in one piece would be taken from
 * the C library, which gives nothing back to the system any more once it has seen one so large; V8 does.
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

/** Levels of JSON that are kept: more than any answer has, and far from where a walk would run out of stack. */
export const MAX_DEPTH = 500

/** Reads bytes as JSON: UTF-8 without fault, a byte order mark left out. Says what they are when they are not that. */
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
    const value = cutDeep(whole, MAX_DEPTH)
    return { is: 'json', text, value, isCut: value !== whole }
  } catch {
    return isPage(text, contentType) ? { is: 'page', title: pageTitle(text) } : { is: 'text', text }
  }
}

// Almost no answer holds either, and this look is far cheaper than a walk. `_` may be written as an escape. A number stands
// behind one of a few signs: within strings, ids of hex digits have the look of large ones.
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

/** Where the members of rows stand in a path: `changes[3].settings`. */
const GENERIC_LEVEL = 2

/**
 * Takes out of a parsed body what is legal JSON and still does harm later: members named `__proto__`, which a careless
 * copy would turn into a prototype, and numbers too large to be finite, which become undefined. `text` is what the body
 * was parsed from; a body with neither comes back as it is.
 *
 * @param generic - A member of rows in which `__proto__` is a name like any other: settings must not change unseen.
 */
export const harmless = (text: string, body: unknown, generic?: string): { body: unknown; problems: Problem[] } => {
  const problems: Problem[] = []
  return suspicious.test(text) ? { body: clean(body, [], problems, generic), problems } : { body, problems }
}

/** A member that was not as the contract says. */
export type Problem = {
  /** Path of the member, such as `data[3].tool_calls`. Contains names from the response: untrusted. */
  path: string
  /** What the contract wants there. */
  expected: string
}

export const pathText = (path: readonly PropertyKey[]): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`)).join('')
