import { type Day, isDay } from '../../../src/domain/calendar/calendar.ts'
import type { Target } from './target.ts'

/** How a value is written in a link. */
export type Codec<In, Out = In> = {
  /** Undefined: it is left out. */
  format: (value: In) => string | undefined
  /** Undefined: the text is invalid. */
  parse: (text: string) => Out | undefined
}

export type LinkOptions<T> = {
  /**
   * Its value in a link while it is not set. It may depend on the screen's target and on the shown one.
   * @default undefined: it is left out
   */
  absent?: (target: Target | undefined, shown: Target | undefined) => T
  /** Whether it changes as the user moves around, like the selected row, so that a change is no new place. */
  isCursor?: boolean
  /** Whether it may contain the name of a person. Links leave it out while pseudonyms are shown. */
  isPersonal?: boolean
}

/** How links write a member of any type. */
export type LinkMember = { name: string } & Codec<never, unknown> & LinkOptions<unknown>

/** Any text, such as an id. */
export const anyText: Codec<string> = { format: (value) => value || undefined, parse: (text) => text }

export const dayText: Codec<Day> = { ...anyText, parse: (text) => (isDay(text) ? text : undefined) }

/** A count, 0 or more. */
export const wholeNumber: Codec<number> = {
  format: (value) => (Number.isSafeInteger(value) ? String(value) : undefined),
  parse: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
}

export const yesOrNo: Codec<boolean> = {
  format: (value) => (value ? 'yes' : 'no'),
  parse: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
}

/** One of these words. */
export const oneOf = <const Word extends string>(words: readonly Word[]): Codec<Word> => ({
  format: (value) => value,
  parse: (text) => words.find((word) => word === text),
})

/**
 * An order: `credits` is ascending, `-credits` descending.
 * @param member - The member of the value that holds the word.
 */
export const order = <Member extends string, Word extends string>(
  member: Member,
  words: readonly Word[],
): Codec<Record<Member, Word> & { isDescending: boolean }> => ({
  format: (value) => `${value.isDescending ? '-' : ''}${value[member]}`,
  parse: (text) => {
    const isDescending = text.startsWith('-')
    const word = words.find((one) => one === (isDescending ? text.slice(1) : text))
    return word && ({ [member]: word, isDescending } as Record<Member, Word> & { isDescending: boolean })
  },
})

/** The selected row of a list, by its id. */
export const selectedRow = {
  format: ({ id }: { id: string | undefined }) => id || undefined,
  parse: (id: string) => ({ id, index: 0, top: 0 }),
}

/** Ids of marked rows, separated by commas. */
export const markedIds: Codec<ReadonlySet<string>> = {
  format: (value) => (value.size > 0 ? [...value].map(encodeURIComponent).join(',') : undefined),
  parse: (text) => {
    try {
      return new Set(text.split(',').map(decodeURIComponent))
    } catch {
      return undefined
    }
  },
}
