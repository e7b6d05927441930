import { isJsonObject, isScalars } from '../../../src/domain/settings-diff/json-value.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { fit, wrapText } from '../../../src/domain/text/fit.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { briefJson, entryText } from './value-text.ts'
import { hasParts, partsOf, type ValueNode } from './value-tree.ts'

const INDENT = 2
/** Cells of a part's sign and of its fold sign, each with a space. */
const SIGNS = 4
/** Max parts to measure for the width of the names. */
const MAX_MEASURED = 500
/** Minimum cells of the column of names, and minimum cells of a name after its indent. */
const MIN_NAMES_WIDTH = 24
const MIN_NAME = 10

/** Cells of the column of names: the widest name of the first levels, up to half of the row. */
export const namesWidth = (root: ValueNode, width: number): number => {
  const maxWidth = Math.max(MIN_NAMES_WIDTH, Math.floor(width / 2))
  let widest = MIN_NAMES_WIDTH
  let count = 0
  const measure = (node: ValueNode): void => {
    for (const part of partsOf(node)) {
      if (widest >= maxWidth || count >= MAX_MEASURED) return
      count += 1
      widest = Math.max(widest, part.depth * INDENT + SIGNS + textWidth(labelOf(part)))
      if (part.depth < 2 && part.step?.is !== 'entry') measure(part)
    }
  }
  measure(root)
  return Math.min(widest, maxWidth)
}

/** The name of a part; an entry of a list is its own name. Safe text. */
const labelOf = ({ step, value }: ValueNode): string => {
  if (!step) return ''
  return step.is === 'entry' ? entryText(value) : safeText(pathText([step]))
}

/** A row: a sign of one cell, the name, and the value or the number of parts. */
export const valueRowText = (
  node: ValueNode,
  isOpen: boolean,
  sign: string,
  { width, names }: { width: number; names: number },
  theme: Theme,
): string => {
  const left = nameText(node, isOpen, sign, names, theme)
  // An entry has no value other than its name.
  if (node.step?.is === 'entry') return left
  const room = Math.max(8, width - names - 2)
  const value = isOpen && hasParts(node) ? theme.muted(sizeText(node)) : valueText(node, room, theme)
  return `${left}  ${cutStyled(value, room)}`
}

/** The signs and the name, in `names` cells unless it is an entry. */
const nameText = (node: ValueNode, isOpen: boolean, sign: string, names: number, theme: Theme): string => {
  const fold = hasParts(node) ? (isOpen ? theme.signs.open : theme.signs.closed) : ' '
  const indent = ' '.repeat(Math.min(node.depth * INDENT, Math.max(0, names - SIGNS - MIN_NAME)))
  const start = `${sign} ${indent}${fold} `
  const label = labelOf(node)
  if (node.step?.is === 'entry') return start + label
  const cells = names - indent.length - SIGNS
  return start + (hasParts(node) ? theme.strong(fit(label, cells)) : fit(label, cells))
}

/** {@link valueRowText} as up to `most` rows, if a value is longer than a row. */
export const valueRowTexts = (
  node: ValueNode,
  isOpen: boolean,
  sign: string,
  columns: { width: number; names: number },
  most: number,
  theme: Theme,
): string[] => {
  const { width, names } = columns
  const room = Math.max(8, width - names - 2)
  const isLeaf = !hasParts(node) && node.step?.is !== 'entry'
  const [first = '', ...others] = isLeaf ? wrapText(briefJson(node.value, most * room), room).slice(0, most) : []
  if (others.length === 0) return [cutStyled(valueRowText(node, isOpen, sign, columns, theme), width)]
  return [
    `${nameText(node, isOpen, sign, names, theme)}  ${first}`,
    ...others.map((line) => `${' '.repeat(names)}  ${line}`),
  ]
}

const valueText = (node: ValueNode, cells: number, theme: Theme): string => {
  const { value } = node
  if (!hasParts(node)) return briefJson(value, cells)
  if (!Array.isArray(value) || !isScalars(value)) return theme.muted(sizeText(node))
  // As many words of a list as fit are more useful than their number.
  let text = ''
  for (const entry of value) {
    text += `${text === '' ? '' : ', '}${entryText(entry)}`
    if (text.length > cells) break
  }
  return text.length <= cells ? text : `${cutStyled(text, Math.max(8, cells - 14))} ${theme.muted(sizeText(node))}`
}

const sizeText = ({ value }: ValueNode): string => {
  const count = Array.isArray(value) ? value.length : Object.keys(value as object).length
  const noun = isJsonObject(value) ? 'member' : Array.isArray(value) && isScalars(value) ? 'entry' : 'item'
  const nouns = noun === 'entry' ? 'entries' : `${noun}s`
  return `${fullNumber(count)} ${count === 1 ? noun : nouns}`
}
