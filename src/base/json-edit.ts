import { createScanner, type Node, parseTree } from 'jsonc-parser'

export type { Node } from 'jsonc-parser'

/** A replacement of part of a text. Offset and length in UTF-16 units. */
export type JsonEdit = { offset: number; length: number; content: string }

/** Parses a text to a tree with positions. @param text - JSON, which may have comments, without a byte order mark. */
export const parseJsonTree = (text: string): Node => parseTree(text) as Node

/** The text with spaces in place of comments. (`stripComments` of jsonc-parser 3.3.1 adds one for each line comment.) */
export const withoutComments = (text: string): string => {
  const scanner = createScanner(text)
  let plain = ''
  while (plain.length < text.length) {
    scanner.scan()
    const token = text.slice(plain.length, scanner.getPosition())
    plain += /^\/[/*]/.test(token) ? token.replaceAll(/[^\r\n]/g, ' ') : token
  }
  return plain
}

/** Applies edits that do not overlap. All other text stays unchanged. */
export const applyJsonEdits = (text: string, edits: readonly JsonEdit[]): string =>
  [...edits]
    .sort((a, b) => b.offset - a.offset)
    .reduce((done, { offset, length, content }) => done.slice(0, offset) + content + done.slice(offset + length), text)

const endOf = ({ offset, length }: Node): number => offset + length

/** The unit of indentation of a text. */
const unitOf = (text: string): string => /\{\r?\n(?:[ \t]*\/[/*].*\r?\n)*([ \t]+)/.exec(text)?.[1] ?? '  '
const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
/** The indentation of the line that contains this offset. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''

/** Removes members of an object or items of a list, each with its comma and with comments on its own line. */
export const removeChildren = (text: string, parent: Node, removed: ReadonlySet<Node>): JsonEdit[] => {
  const { children = [], offset, length } = parent
  const plain = withoutComments(text)
  const isPlain = (from: number, to: number) => text.slice(from, to) === plain.slice(from, to)
  if (children.every((child) => removed.has(child)) && isPlain(offset, offset + length))
    return [{ offset: offset + 1, length: length - 2, content: '' }]
  const lastKept = children.findLastIndex((child) => !removed.has(child))
  const ranges = children.flatMap((child, at): [from: number, to: number][] => {
    if (!removed.has(child)) return []
    const [before, after] = [children[at - 1], children[at + 1]]
    // Children before the last kept one go with the comma after them, the others with the comma before them.
    const [gapFrom, gapTo] = at < lastKept ? [endOf(child), after?.offset] : [before && endOf(before), child.offset]
    const comma = gapFrom === undefined ? -1 : plain.indexOf(',', gapFrom)
    const line = lineOf(text, plain, child)
    if (gapFrom === undefined || gapTo === undefined || comma < 0) return [line ?? [child.offset, endOf(child)]]
    if (!line && isPlain(gapFrom, gapTo)) return [[Math.min(gapFrom, child.offset), Math.max(gapTo, endOf(child))]]
    return [line ?? [child.offset, endOf(child)], [comma, comma + 1]]
  })
  return merged(ranges).map(([from, to]) => ({ offset: from, length: to - from, content: '' }))
}

/** The lines of a child with the line break before them, unless something else is on them. */
const lineOf = (text: string, plain: string, child: Node): [from: number, to: number] | undefined => {
  const from = text.lastIndexOf('\n', child.offset)
  const next = text.indexOf('\n', endOf(child))
  const to = next < 0 ? text.length : next
  const rest = plain.slice(endOf(child), to).trim()
  const isAlone = from >= 0 && plain.slice(from, child.offset).trim() === '' && (rest === '' || rest === ',')
  return isAlone ? [from, to] : undefined
}

const merged = (ranges: readonly [number, number][]): [number, number][] => {
  const all: [number, number][] = []
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}

/** A new member of an object, or a new item of a list, which has no name. */
export type NewChild = { name?: string; value: unknown }

/** Appends members or items to an object or a list, with the layout of the last one. */
export const addChildren = (text: string, parent: Node, added: readonly NewChild[]): JsonEdit[] => {
  const { children = [] } = parent
  const last = children.at(-1)
  const start = children.length > 1 ? endOf(children.at(-2) as Node) : parent.offset + 1
  const gap = last && text.slice(start, last.offset)
  const isOneLine = gap === undefined ? isOnOneLine(text) : !gap.includes('\n')
  const eol = eolOf(text)
  const base = indentAt(text, parent.offset)
  const indent = last && !isOneLine ? indentAt(text, last.offset) : base + unitOf(text)
  const before = isOneLine ? (gap ?? '').slice((gap ?? '').trimEnd().length) : eol + indent
  const parts = added.map(({ name, value }) => {
    const json = JSON.stringify(value, undefined, isOneLine ? undefined : unitOf(text)).replaceAll('\n', eol + indent)
    return before + (name === undefined ? '' : `${JSON.stringify(name)}:${isOneLine ? '' : ' '}`) + json
  })
  if (!last) {
    const inner = text.slice(parent.offset + 1, endOf(parent) - 1)
    const kept = inner.trimEnd().length
    const content = parts.join(',') + (isOneLine ? '' : eol + base)
    return [{ offset: parent.offset + 1 + kept, length: inner.length - kept, content }]
  }
  const end = endOf(last)
  const comment = isOneLine ? undefined : COMMENT.exec(text.slice(end, endOf(parent) - 1))?.[0]
  if (comment === undefined) return [{ offset: end, length: 0, content: parts.map((part) => `,${part}`).join('') }]
  // The comment stays on the line of the last child.
  return [
    { offset: end, length: 0, content: ',' },
    { offset: end + comment.length, length: 0, content: parts.join(',') },
  ]
}

/** A comment that ends on its line. */
const COMMENT = /^[ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/)/

/** Whether a file was written without line breaks. An empty object doesn't count. */
const isOnOneLine = (text: string): boolean => !text.trim().includes('\n') && !/^\s*\{\s*\}\s*$/.test(text)

/** Replaces a value. */
export const replaceValue = (text: string, node: Node, value: unknown): JsonEdit => {
  const isOneLine = !text.slice(node.offset, endOf(node)).includes('\n')
  const json = JSON.stringify(value, undefined, isOneLine ? undefined : unitOf(text))
  const content = json.replaceAll('\n', eolOf(text) + indentAt(text, node.offset))
  return { offset: node.offset, length: node.length, content }
}
