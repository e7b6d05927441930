import { graphemesOf, isOneGraphemeEach } from '../../domain/text/width.ts'
import type { Key } from './key-reader.ts'

/**
 * A line being edited: its graphemes, so that no key splits an emoji, and the cursor between them.
 *
 * `TextInput` of @inkjs/ui is not sufficient: it edits UTF-16 units and splits emoji, has no keys for words and line
 * ends, no maximum length, and no way to set its text or cursor from outside, which pastes, completions and validated
 * fields need.
 */
export type Line = { graphemes: readonly string[]; cursor: number }

/** Maximum length of inserted text, in UTF-16 units. */
const MAX_TEXT_LENGTH = 65_536

const graphemesIn = (text: string): string[] =>
  isOneGraphemeEach(text) ? text.split('') : Array.from(graphemesOf(text), ({ segment }) => segment)

/** Maximum length of a line, in graphemes: longer than any typed text, and short enough to be painted at every key. */
export const MAX_LINE_LENGTH = 4_096

/** A line with the cursor at its end. */
export const lineOf = (text: string): Line => {
  const graphemes = graphemesIn(text)
  return { graphemes, cursor: graphemes.length }
}

export const textOf = (line: Line): string => line.graphemes.join('')

/** Inserts text at the cursor. Line breaks become spaces; other control characters are removed. */
export const insert = (line: Line, text: string): Line => {
  const clean = text
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll(/\r\n?|\n|\t/g, ' ')
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '')
  const before = line.graphemes.slice(0, line.cursor).join('') + clean
  const after = line.graphemes.slice(line.cursor).join('')
  // Typed text may combine with its neighbours into one grapheme, so split the whole line again.
  const cursor = graphemesIn(before).length
  const graphemes = graphemesIn(before + after)
  // If the line is full, its existing text has precedence over the new text.
  return graphemes.length > MAX_LINE_LENGTH ? cutLine(line, clean) : { graphemes, cursor }
}

const cutLine = ({ graphemes, cursor }: Line, text: string): Line => {
  const room = Math.max(0, MAX_LINE_LENGTH - graphemes.length)
  const added = graphemesIn(text).slice(0, room)
  return { graphemes: graphemes.toSpliced(cursor, 0, ...added), cursor: cursor + added.length }
}

/** The line after a key; undefined if the key does not edit. */
export const edit = (line: Line, key: Key): Line | undefined => {
  const change = edits[aliases[key.id] ?? key.id]
  if (change) return change(line)
  return key.text === undefined ? undefined : insert(line, key.text)
}

const cut = (line: Line, from: number, to: number): Line => ({
  graphemes: [...line.graphemes.slice(0, from), ...line.graphemes.slice(to)],
  cursor: from,
})

const moveTo = (line: Line, cursor: number): Line => ({
  ...line,
  cursor: Math.min(Math.max(0, cursor), line.graphemes.length),
})

const wordStart = ({ graphemes, cursor }: Line): number => {
  let at = cursor
  while (at > 0 && graphemes[at - 1] === ' ') at--
  while (at > 0 && graphemes[at - 1] !== ' ') at--
  return at
}

const edits: Record<string, (line: Line) => Line> = {
  Backspace: (line) => cut(line, Math.max(0, line.cursor - 1), line.cursor),
  Delete: (line) => cut(line, line.cursor, line.cursor + 1),
  Left: (line) => moveTo(line, line.cursor - 1),
  Right: (line) => moveTo(line, line.cursor + 1),
  Home: (line) => moveTo(line, 0),
  End: (line) => moveTo(line, line.graphemes.length),
  '^u': (line) => cut(line, 0, line.cursor),
  '^k': (line) => ({ graphemes: line.graphemes.slice(0, line.cursor), cursor: line.cursor }),
  '^w': (line) => cut(line, wordStart(line), line.cursor),
}

/** Additional keys for the same edits. Those with Alt are for terminals that use the Ctrl keys themselves. */
const aliases: Readonly<Record<string, string>> = {
  '^a': 'Home',
  '^e': 'End',
  '^b': 'Left',
  '^f': 'Right',
  'M-u': '^u',
  'M-k': '^k',
  'M-Backspace': '^w',
}

/** The handlers with which a layer edits a line by typing and pasting. @param line - Undefined if no field is open. */
export const lineKeys = (
  line: Line | undefined,
  set: (next: Line) => void,
): { type?: (key: Key) => boolean; paste?: (text: string) => void } =>
  line === undefined
    ? {}
    : {
        type: (key) => {
          const next = edit(line, key)
          if (next) set(next)
          return next !== undefined
        },
        paste: (text) => set(insert(line, text.trim())),
      }
