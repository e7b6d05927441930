import { isContainer } from '../../base/json.ts'
import { LongList } from '../../base/long-list.ts'
import { masked } from '../../client/masked.ts'
import { toJson } from '../../domain/output/output.ts'

export type PiecesOptions = {
  /** Spaces per level; 0 for a single line. */
  indent: number
  redact: (text: string) => string
}

/** Levels of an envelope: its members, its rows, and their members. Long lists are not deeper. */
const LEVELS = 3

/** Whether a value contains a {@link LongList}. */
export const hasLongList = (value: unknown, levels = LEVELS): boolean =>
  value instanceof LongList ||
  (levels > 0 && isContainer(value) && Object.values(value).some((member) => hasLongList(member, levels - 1)))

/** The JSON of a value in pieces, with secrets masked. Together they equal `toJson(masked(value))`. */
export function* jsonPieces(value: unknown, { indent, redact }: PiecesOptions, level = 0): Generator<string> {
  const breakAt = (depth: number): string => (indent > 0 ? `\n${' '.repeat(indent * depth)}` : '')
  const whole = (part: unknown): string => toJson(masked(part, redact), { indent }).replaceAll('\n', breakAt(level))
  const inner = breakAt(level + 1)
  if (value instanceof LongList) {
    const end = `${breakAt(level)}]`
    let before = '['
    for (const part of value.parts()) {
      if (part.length === 0) continue
      yield before + whole(part).slice(1, -end.length)
      before = ','
    }
    yield before === '[' ? '[]' : end
  } else if (!isContainer(value) || !hasLongList(value)) yield whole(value)
  else {
    const isList = Array.isArray(value)
    const members = Object.entries(value).filter(([, member]) => isList || member !== undefined)
    for (const [at, [name, member]] of members.entries()) {
      const label = isList ? '' : `${toJson(redact(name))}:${indent > 0 ? ' ' : ''}`
      yield `${at === 0 ? (isList ? '[' : '{') : ','}${inner}${label}`
      yield* jsonPieces(member, { indent, redact }, level + 1)
    }
    yield `${breakAt(level)}${isList ? ']' : '}'}`
  }
}
