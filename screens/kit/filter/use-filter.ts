import { useRef } from 'react'
import { type Completions, completionsOf } from '../../../src/domain/filter/completions.ts'
import type { FilterColumns } from '../../../src/domain/filter/filter-columns.ts'
import { type FilterSyntax, parseFilter } from '../../../src/domain/filter/where-terms.ts'
import { truncate } from '../../../src/domain/text/fit.ts'
import { fullNumber } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type Binding, EVERYWHERE, noKeys } from '../../../src/ui/keys/bindings.ts'
import { type Line, lineKeys, lineOf, textOf } from '../../../src/ui/keys/line-editor.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { joinFitting, padStyled } from '../../../src/ui/layout/columns.ts'
import { fieldText } from '../../../src/ui/layout/field-text.ts'
import { styledWidth } from '../../../src/ui/layout/styled-width.ts'
import type { Paint, Theme } from '../../../src/ui/layout/theme.ts'
import { MARK } from '../../../src/ui/linear/linear-marks.ts'
import { useOffer } from '../offers/view-offers.ts'
import { rule } from '../screen/frame.ts'
import { ScreenState, type StateKey, typedKey, useScreenState } from '../screen/screen-state.ts'

export type Filter = ReturnType<typeof useFilter>

/** The typed text is more important, so the status gets at most this share of the width. */
const STATUS_SHARE = 0.6

type FilterOptions = {
  placeholder?: string | undefined
  language?: () => { words: FilterSyntax; columns: FilterColumns }
  /** What it is called, for screen readers. @default Filter */
  label?: string
  /** Whether going back leaves the filter as it is, because an inner view is open. @default false */
  isKept?: boolean
}

/** The hint in the filter of a tree, which matches paths instead of fields. */
export const PATH_FILTER = 'a part of a path, or a glob: **.name*'

/**
 * A filter of a list, kept while its screen is not shown. Its keys work only while it is being typed or is set.
 *
 * @param placeholder - The hint while nothing is typed.
 * @param language - The words and columns of the filter language, for completion and errors. Called when a key is
 * pressed.
 */
export const useFilter = (
  key: StateKey<string>,
  { placeholder = '', language, label = 'Filter', isKept = false }: FilterOptions = {},
) => {
  const { applied, field, setField, set, keys, completing } = useTypedText(key, language, isKept)
  const dividerOf = (text: string, paint: Paint, width: number, theme: Theme): string => {
    const isTyped = field ? textOf(field) !== '' : applied !== ''
    if (!field && !isTyped) return rule(width, theme)
    const status = truncate(text, Math.floor(width * STATUS_SHARE))
    const prompt = theme.isLinear ? `${MARK.pane}${label}` : ` ${theme.accent('/')}`
    const cells = width - textWidth(status) - styledWidth(prompt) - 4
    const offered = (room: number) => {
      const hint = isTyped || placeholder === '' ? '' : `${theme.muted(truncate(placeholder, room))}  `
      const rest = field && language ? completing.offered(field, room - styledWidth(hint), theme) : ''
      return padStyled(hint + rest, room)
    }
    const shown = field ? typedText(field, cells, offered, theme) : truncate(safeText(applied), cells)
    return `${prompt} ${shown}  ${paint(status)}`
  }
  const escapeHint = field || isKept ? '' : ', Esc shows all'
  return {
    /** The current filter, also while it is typed; empty: all rows. */
    text: field ? textOf(field) : applied,
    isActive: field !== undefined || applied !== '',
    /** The keys of the field while it is typed. */
    fieldKeys: field && keys,
    /** Starts typing, or continues: a further condition narrows the rows. */
    open: () => setField(lineOf(applied === '' || !language ? applied : `${applied} `)),
    /** Replaces the filter and stops typing. */
    set,
    /**
     * The row above a list: the filter with its completions, the number of matching rows and their figures, or a rule
     * if there is no filter. A problem with the filter, in one sentence, replaces the number.
     *
     * @param figures - Sums and medians of the matching or marked rows; left out if they do not fit, and while the filter is typed.
     */
    divider: (
      shown: number,
      all: number,
      width: number,
      theme: Theme,
      { problem, figures = '' }: { problem?: string | undefined; figures?: string } = {},
    ): string => {
      if (problem !== undefined) return dividerOf(safeText(problem), theme.warn, width, theme)
      if (!field && applied === '' && figures !== '') return ruleWith(figures, width, theme)
      const count = `${fullNumber(shown)} of ${fullNumber(all)}`
      const parts = field ? [] : [figures, isKept ? '' : 'Esc shows all'].filter(Boolean)
      const counts = [parts, parts.slice(-1), []].map((some) => [count, ...some].join(', '))
      const room = Math.floor(width * STATUS_SHARE)
      return dividerOf(counts.find((text) => textWidth(text) <= room) ?? count, theme.muted, width, theme)
    },
    /** The same row with another text in place of the number of rows. */
    statusDivider: (text: string, width: number, theme: Theme): string =>
      dividerOf(text === '' ? '' : `${safeText(text)}${escapeHint}`, theme.muted, width, theme),
  }
}

/** The text of a filter and the field for typing it, with the keys of both. `field` is undefined while it is closed. */
const useTypedText = (key: StateKey<string>, language: FilterOptions['language'], isKept: boolean) => {
  const completions = (before: string): Completions => {
    const { words, columns } = language?.() ?? {}
    return words && columns ? completionsOf(before, words, columns.wordsOf) : nothing
  }
  const completing = useCompleting(completions)
  const [applied, setApplied] = useScreenState(key)
  const [field, setField] = useScreenState(typedKey<Line>(key))
  const set = (text: string) => {
    setApplied(text)
    setField(undefined)
  }
  const clear = () => set('')
  useOffer({
    filter: {
      set,
      completions,
      problemOf: (text) => {
        const read = language && parseFilter(text, language().words)
        return read?.wrong ?? read?.unfinished
      },
      syntax: () => language?.().words,
    },
  })
  const keys = useKeys(
    field ? (language ? completedKeys : fieldKeys) : applied && !isKept ? clearingKeys : noKeys,
    {
      complete: () => field && setField(completing.next(field, 1)),
      completeBack: () => field && setField(completing.next(field, -1)),
      keepFilter: () => set(field ? textOf(field).trim() : ''),
      clear,
      up: clear,
    },
    {
      kind: 'field',
      scope: field ? 'filter' : EVERYWHERE,
      // Typed keys go to the text field only while it is open.
      ...lineKeys(field, setField),
    },
  )
  return { applied, field, setField, set, keys, completing }
}

/** The state of a filter whose field is open for typing. */
export const typedFilter = (key: StateKey<string>): ScreenState =>
  new ScreenState().set(typedKey<Line>(key), lineOf(''))

/** A rule with a text near its start. */
const ruleWith = (text: string, width: number, theme: Theme): string => {
  if (theme.isLinear) return `${MARK.pane}${text}`
  const shown = ` ${truncate(text, width - 4)} `
  const { rule: sign } = theme.signs
  return `${theme.muted(sign)}${shown}${theme.muted(sign.repeat(Math.max(0, width - 1 - textWidth(shown))))}`
}

/** The field while it is typed, followed by completions if there is room. */
const typedText = (field: Line, cells: number, offered: (room: number) => string, theme: Theme): string => {
  const typed = textWidth(safeText(textOf(field))) + 1
  const rest = typed < cells ? offered(cells - typed - 2) : ''
  return rest === '' ? fieldText(field, cells, theme) : `${fieldText(field, typed, theme)}  ${rest}`
}

/** Completions, and the position of Tab among them, from which the next Tab continues. */
type Offer = Completions & { rest: Line; at: number; text: string }

/** Minimum cells for showing completions. */
const MIN_OFFERED = 12

const useCompleting = (completions: (before: string) => Completions) => {
  const offer = useRef<Offer | undefined>(undefined)
  const offerFor = (line: Line): Offer => {
    const known = offer.current
    if (known && known.text === textOf(line)) return known
    const before = line.graphemes.slice(0, line.cursor).join('')
    return { ...completions(before), rest: line, at: -1, text: '' }
  }
  return {
    /** The line with the next completion; wraps around at both ends. */
    next(line: Line, step: 1 | -1): Line {
      const { from, texts, rest, at } = offerFor(line)
      if (texts.length === 0) return line
      const next = (Math.max(at, step === 1 ? -1 : 0) + step + texts.length) % texts.length
      const before = rest.graphemes.slice(0, rest.cursor).join('').slice(0, from)
      const after = rest.graphemes.slice(rest.cursor).join('')
      const start = lineOf(before + (texts[next] ?? ''))
      const completed = { ...lineOf(textOf(start) + after), cursor: start.cursor }
      offer.current = { from, texts, rest, at: next, text: textOf(completed) }
      return completed
    },
    /** As many completions as fit, the current one highlighted; empty if there are none. */
    offered(line: Line, cells: number, theme: Theme): string {
      const { texts, at } = offerFor(line)
      if (texts.length === 0 || cells < MIN_OFFERED) return ''
      const shown = texts.slice(Math.max(0, at)).map((text, index) => {
        const safe = safeText(text)
        return index === 0 && at >= 0 ? theme.accent(safe) : theme.muted(safe)
      })
      const fitting = joinFitting([theme.muted('Tab'), ...shown], cells, '  ')
      return styledWidth(fitting) > 3 ? `${fitting}${' '.repeat(Math.max(0, cells - styledWidth(fitting)))}` : ''
    },
  }
}

const nothing: Completions = { from: 0, texts: [] }

const fieldKeys = [
  { keys: ['Enter'], action: 'keepFilter', help: 'keep the filter', group: 'Find', hint: 'keep the filter' },
  { keys: ['Esc', '^c'], action: 'clear', help: 'show all rows', group: 'Find', hint: 'show all rows' },
] as const satisfies readonly Binding[]
export const completedKeys = [
  ...fieldKeys,
  { keys: ['Tab'], action: 'complete', help: 'next completion', group: 'Find', hint: 'complete' },
  { keys: ['S-Tab'], action: 'completeBack', help: 'previous completion', group: 'Find' },
] as const satisfies readonly Binding[]
// While a filter is set, Esc clears it before it leaves the level.
const clearingKeys = [
  { keys: ['Esc'], action: 'up', help: 'show all rows', group: 'Find' },
] as const satisfies readonly Binding[]
