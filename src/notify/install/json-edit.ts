import { type Node, parseTree } from 'jsonc-parser'

export type { Node } from 'jsonc-parser'

/** Why settings cannot be changed, as the end of a sentence. */
export class HookSettingsError extends Error {
  override name = 'HookSettingsError'
}

/** A replacement of part of a text. Offset and length in UTF-16 units. */
export type JsonEdit = { offset: number; length: number; content: string }

/** Parses a text to a tree with positions. @param text - Strict JSON without a byte order mark. */
export const parseJsonTree = (text: string): Node => parseTree(text) as Node

/** Applies edits that do not overlap. All other text stays unchanged. */
export const applyJsonEdits = (text: string, edits: readonly JsonEdit[]): string =>
  [...edits]
    .sort((a, b) => b.offset - a.offset)
    .reduce((done, { offset, length, content }) => done.slice(0, offset) + content + done.slice(offset + length), text)

/**
 * The value of a member. @throws HookSettingsError if an object has it twice: parsers disagree on which one counts.
 */
export const memberNode = (object: Node, name: string): Node | undefined => {
  const found = (object.children ?? []).filter(({ children = [] }) => children[0]?.value === name)
  if (found.length > 1) throw new HookSettingsError(`has ${JSON.stringify(name)} twice: remove one`)
  return found[0]?.children?.[1]
}

const endOf = ({ offset, length }: Node): number => offset + length

/** Removes members of an object or items of a list, each with its comma. */
export const removeChildren = (parent: Node, removed: ReadonlySet<Node>): JsonEdit[] => {
  const { children = [], offset, length } = parent
  if (children.every((child) => removed.has(child))) return [{ offset: offset + 1, length: length - 2, content: '' }]
  const firstKept = children.findIndex((child) => !removed.has(child))
  return children.flatMap((child, at) => {
    if (!removed.has(child)) return []
    // Children before the first kept one go with the comma after them, the others with the comma before them.
    const start = at < firstKept ? child.offset : endOf(children[at - 1] as Node)
    const end = at < firstKept ? (children[at + 1] as Node).offset : endOf(child)
    return [{ offset: start, length: end - start, content: '' }]
  })
}

/** A new member of an object, or a new item of a list, which has no name. */
export type NewChild = { name?: string; value: unknown }

/** Appends members or items to an object or a list, with the layout of the last one. */
export const addChildren = (text: string, parent: Node, added: readonly NewChild[]): JsonEdit => {
  const last = parent.children?.at(-1)
  const head = text.slice(0, last?.offset)
  const gap = last && head.slice(head.trimEnd().length)
  const isOneLine = gap === undefined ? isOnOneLine(text) : !gap.includes('\n')
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const unit = /^\s*\{\r?\n([ \t]+)/.exec(text)?.[1] ?? '  '
  const base = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', parent.offset) + 1))?.[0] ?? ''
  const indent = gap?.slice(gap.lastIndexOf('\n') + 1) ?? base + unit
  const before = isOneLine ? (gap ?? '') : eol + indent
  const parts = added.map(({ name, value }) => {
    const json = JSON.stringify(value, undefined, isOneLine ? undefined : unit).replaceAll('\n', eol + indent)
    return before + (name === undefined ? '' : `${JSON.stringify(name)}:${isOneLine ? '' : ' '}`) + json
  })
  if (last) return { offset: endOf(last), length: 0, content: parts.map((part) => `,${part}`).join('') }
  const content = parts.join(',') + (isOneLine ? '' : eol + base)
  return { offset: parent.offset + 1, length: parent.length - 2, content }
}

/** Whether a file was written without line breaks. An empty object doesn't count. */
const isOnOneLine = (text: string): boolean => !text.trim().includes('\n') && !/^\s*\{\s*\}\s*$/.test(text)
