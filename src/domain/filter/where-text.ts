import { piecesOf } from './filter-pieces.ts'
import type { FilterSyntax } from './where-terms.ts'

/** Converts a screen's filter to the syntax of `--where`. Quotes words that the screen treats as one text. */
export const whereText = (typed: string, { isPhrase }: Pick<FilterSyntax, 'isPhrase'>): string =>
  piecesOf(typed.trim(), isPhrase)
    .map(({ name, raw, isQuoted, isNegated, start, end }) => {
      const hasSpace = name === undefined && !isQuoted && /\s/.test(raw)
      if (!hasSpace) return typed.trim().slice(start, end)
      return `${isNegated ? '!' : ''}${raw.startsWith('~') ? `~${raw.slice(1).replaceAll(/\s/g, '')}` : `"${raw}"`}`
    })
    .join(' ')
