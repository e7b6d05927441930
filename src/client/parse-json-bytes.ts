import { type Problem, pathText } from './tolerant-parse.ts'

/** What the bytes of a body turned out to be. */
export type BodyText =
  | { is: 'json'; text: string; value: unknown }
  | { is: 'empty' }
  | { is: 'page'; title: string | undefined }
  | { is: 'text'; text: string }
  | { is: 'notUtf8' }

const isPage = (text: string, contentType: string | undefined): boolean =>
  /\bhtml\b/i.test(contentType ?? '') || /^\s*<(!doctype|html|head|body|\?xml)/i.test(text)

/** The title of a web page, on one line and at most 120 characters: whole words, as half a secret is not recognised. */
export const pageTitle = (html: string): string | undefined => {
  const title = /<title[^>]*>([^<]{1,2000})/i.exec(html.slice(0, 65_536))?.[1]
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
    return { is: 'json', text, value: JSON.parse(text) }
  } catch {
    return isPage(text, contentType) ? { is: 'page', title: pageTitle(text) } : { is: 'text', text }
  }
}

// Almost no answer holds either, and this look is far cheaper than a walk. `_` may be written as an escape.
const suspicious = /__proto__|\\u005f|\d[eE]\+?0*\d{3}|\d{309}/i

// Deeper than any answer, and far from where a walk would run out of stack.
const DEEPEST = 500

const clean = (value: unknown, path: PropertyKey[], problems: Problem[]): unknown => {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    problems.push({ path: pathText(path), expected: 'finite number' })
    return undefined
  }
  if (typeof value !== 'object' || value === null) return value
  if (path.length > DEEPEST) {
    problems.push({ path: `${pathText(path.slice(0, 5))}…`, expected: `at most ${DEEPEST} levels` })
    return undefined
  }
  if (Array.isArray(value)) return value.map((item, at) => clean(item, [...path, at], problems))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__proto__')
      .map(([name, member]) => [name, clean(member, [...path, name], problems)]),
  )
}

/**
 * Takes out of a parsed body what is legal JSON and still does harm later: members named `__proto__`, which a careless
 * copy would turn into a prototype, and numbers too large to be finite, which become undefined. `text` is what the body
 * was parsed from; a body with neither comes back as it is.
 */
export const harmless = (text: string, body: unknown): { body: unknown; problems: Problem[] } => {
  const problems: Problem[] = []
  return suspicious.test(text) ? { body: clean(body, [], problems), problems } : { body, problems }
}
