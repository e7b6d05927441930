/** A template that is not valid, or does not apply to a document. The message is the second half of a sentence. */
export class TemplateError extends Error {}

export type Token = {
  kind: 'path' | 'word' | 'string' | 'number' | 'mark'
  text: string
  /** Index of its first character. */
  at: number
}

/** Text to print, or an action between `{{` and `}}`. */
export type TemplatePart = { text: string } | { tokens: readonly Token[]; at: number; end: number }

const COMMENT = /\s*\/\*[\s\S]*?\*\/(?:\s+-)?\}\}/y
const TRIM_BEFORE = /-(?=\s)/y
const TRIM_AFTER = /\s+-\}\}/y
const CLOSE = /\s*\}\}/y
const SPACE = /\s*/y
const TOKEN =
  /(?<string>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?<number>-?\d+(?:\.\d+)?(?![\p{L}\p{N}_.]))|(?<path>\$?(?:\.[\p{L}_][\p{L}\p{N}_]*)+|[$.])|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<mark>[()|])/uy

const KINDS = ['string', 'number', 'path', 'word', 'mark'] as const

/** `character 12`, or `line 2, character 3`. Both are counted from 1. */
export const placeOf = (source: string, at: number): string => {
  const lines = source.slice(0, at).split('\n')
  const character = `character ${(lines.at(-1) ?? '').length + 1}`
  return lines.length === 1 ? character : `line ${lines.length}, ${character}`
}

export const unexpected = (source: string, text: string, at: number): TemplateError =>
  new TemplateError(`has an unexpected "${text}" at ${placeOf(source, at)}`)

/**
 * Splits a template into texts and actions. `{{-` removes white space before an action, `-}}` after it.
 *
 * @throws TemplateError
 */
export const lexTemplate = (source: string): TemplatePart[] => {
  const parts: TemplatePart[] = []
  let at = 0
  let isTrimming = false
  while (true) {
    const open = source.indexOf('{{', at)
    const raw = source.slice(at, open < 0 ? undefined : open)
    const text = isTrimming ? raw.trimStart() : raw
    if (open < 0) return text === '' ? parts : [...parts, { text }]
    const start = open + 2 + lengthAt(TRIM_BEFORE, source, open + 2)
    const kept = start > open + 2 ? text.trimEnd() : text
    if (kept !== '') parts.push({ text: kept })
    const comment = lengthAt(COMMENT, source, start)
    const { tokens, end } = comment > 0 ? { tokens: [], end: start + comment } : lexAction(source, start, open)
    if (comment === 0) parts.push({ tokens, at: open, end })
    isTrimming = /\s-\}\}$/.test(source.slice(start - 1, end))
    at = end
  }
}

const lexAction = (source: string, start: number, open: number): { tokens: Token[]; end: number } => {
  const tokens: Token[] = []
  let at = start
  while (true) {
    const close = lengthAt(TRIM_AFTER, source, at) || lengthAt(CLOSE, source, at)
    if (close > 0) return { tokens, end: at + close }
    at += lengthAt(SPACE, source, at)
    if (at >= source.length) throw new TemplateError(`has no }} for the {{ at ${placeOf(source, open)}`)
    TOKEN.lastIndex = at
    const { groups = {} } = TOKEN.exec(source) ?? {}
    const kind = KINDS.find((one) => groups[one] !== undefined)
    const text = kind && groups[kind]
    if (kind === undefined || text === undefined)
      throw unexpected(source, String.fromCodePoint(source.codePointAt(at) ?? 0), at)
    tokens.push({ kind, text, at })
    at += text.length
  }
}

/** Length of the match at this index; 0 without one. */
const lengthAt = (pattern: RegExp, source: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0].length ?? 0
}
