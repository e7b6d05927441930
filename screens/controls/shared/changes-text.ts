import { CHANGE_SIGNS, countChanges, countsInSigns } from '../../../src/domain/settings-diff/change-counts.ts'
import type { Change } from '../../../src/domain/settings-diff/diff-settings.ts'
import { isJsonObject } from '../../../src/domain/settings-diff/json-value.ts'
import { pathText } from '../../../src/domain/settings-diff/setting-path.ts'
import { truncate } from '../../../src/domain/text/fit.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { cutStyled } from '../../../src/ui/layout/columns.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { briefJson, entryText } from '../../kit/tree/value-text.ts'
import { longPieces, markedLine } from './diff-words.ts'

const GAP = 2

/** What changed of a value in about `cells`: what it was and is, what a list gained and lost, or which parts of it changed. */
export const changesText = (changes: readonly Change[], cells: number, theme: Theme): string => {
  const isOwn = changes.every(
    ({ path: [first, ...rest] }) => first === undefined || (first.is === 'entry' && rest.length === 0),
  )
  return isOwn ? valueText(changes, cells, theme) : partsText(changes)
}

/** The parts of an object or a list that changed, by name. */
const partsText = (changes: readonly Change[]): string => {
  const shown = changes
    .slice(0, MOST_PARTS)
    .map(({ kind, path }) => `${CHANGE_SIGNS[kind]} ${safeText(pathText(path))}`)
  return [...shown, ...(changes.length > MOST_PARTS ? [`${fullNumber(changes.length - MOST_PARTS)} more`] : [])].join(
    '  ',
  )
}

/** Parts that are named in one line: more fit nowhere. */
const MOST_PARTS = 12

/** What a part was and is, in one line of about `cells`. */
export const valueText = (changes: readonly Change[], cells: number, theme: Theme): string => {
  const [first] = changes
  if (!first) return ''
  if (changes.length > 1 || first.path.at(-1)?.is === 'entry') return entriesText(changes, cells, theme)
  switch (first.kind) {
    case 'added':
      return briefJson(first.after, cells)
    case 'removed':
      return briefJson(first.before, cells)
    case 'reordered':
      return `${fullNumber(first.moved)} moved`
    case 'changed':
      return changedText(first.before, first.after, cells, theme)
  }
}

const changedText = (before: unknown, after: unknown, cells: number, theme: Theme): string => {
  const [old, now] = [briefJson(before, cells), briefJson(after, cells)]
  // A secret, and another one: both are shown the same.
  if (old === now && textWidth(old) < cells - 8) return `${old} changed`
  const whole = `${old} ${theme.muted(theme.signs.to)} ${now}`
  if (styledWidth(whole) <= cells) return whole
  const pieces = longPieces(before, after)
  if (pieces) return markedLine(pieces, theme)
  if (isContainer(before) === isContainer(after)) return whole
  // An object beside a scalar: the start of both is shown.
  const half = Math.max(8, Math.floor((cells - 3) / 2))
  return `${truncate(old, half)} ${theme.muted(theme.signs.to)} ${now}`
}

const isContainer = (value: unknown): boolean => Array.isArray(value) || isJsonObject(value)

const entriesText = (changes: readonly Change[], cells: number, theme: Theme): string => {
  const parts: string[] = []
  let used = 0
  for (const change of changes) {
    const part =
      change.kind === 'reordered'
        ? theme.muted(`${fullNumber(change.moved)} moved`)
        : change.kind === 'added'
          ? `${theme.good('+')} ${entryText(change.after)}`
          : `${theme.bad('-')} ${entryText(change.before)}`
    parts.push(part)
    used += styledWidth(part) + GAP
    if (used > cells) break
  }
  const whole = parts.join('  ')
  if (parts.length === changes.length && used - GAP <= cells) return whole
  for (let shown = parts.length - 1; shown > 0; shown -= 1) {
    const line = [...parts.slice(0, shown), restText(changes.slice(shown), theme)].join('  ')
    if (styledWidth(line) <= cells) return line
  }
  // Not even one fits whole: how many there are besides is worth more than its end.
  const rest = changes.length > 1 ? `  ${restText(changes.slice(1), theme)}` : ''
  return cutStyled(parts[0] ?? '', Math.max(1, cells - styledWidth(rest))) + rest
}

/** Entries that there is no room for, by what became of them: `and +3 -1`. */
const restText = (changes: readonly Change[], theme: Theme): string => {
  const counts = countChanges([])
  for (const change of changes) {
    if (change.kind === 'reordered') counts.reordered += change.moved
    else counts[change.kind] += 1
  }
  return theme.muted(`and ${countsInSigns(counts)}`)
}
