import { AppError } from '../../../../src/base/errors.ts'
import type { PaletteContext } from './place.ts'

/** The parsed argument of a verb. */
export type ParsedArgument =
  /** `does`: what Enter does, in a few words. Safe text. */
  | { is: 'ready'; does: string; run: () => void }
  | { is: 'unfinished' }
  /** `why`: one sentence. */
  | { is: 'wrong'; why: string }

/** A possible argument of a verb, and what it means. Safe texts. */
type VerbCompletion = { text: string; about: string }

/** An entry of the table of verbs. */
export type Verb = {
  /** One word, or several. */
  name: string
  /** Its argument, as help shows it: `DAYS`; empty: none. */
  takes: string
  /** What it does, in a few lower-case words. */
  help: string
  /** The action whose key does the same. */
  action?: string
  /** Whether it applies to the shown screen. @default always */
  isHere?: (context: PaletteContext) => boolean
  /** Completions of the typed argument. @default none */
  complete?: (typed: string, context: PaletteContext) => readonly VerbCompletion[]
  /** @param typed - The argument, without surrounding spaces; may be empty. */
  read: (typed: string, context: PaletteContext) => ParsedArgument
}

export const unfinished: ParsedArgument = { is: 'unfinished' }
export const wrong = (why: string): ParsedArgument => ({ is: 'wrong', why })
export const ready = (does: string, run: () => void): ParsedArgument => ({ is: 'ready', does, run })

/** Turns an AppError that a parser throws into a `wrong` argument. */
export const parsed = (read: () => ParsedArgument): ParsedArgument => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return wrong(error.message)
  }
}

/** A verb whose argument is one of a few words. */
export const wordVerb = (
  verb: Pick<Verb, 'name' | 'takes' | 'help' | 'action'>,
  words: Readonly<Record<string, { about: string; does: string; run: (context: PaletteContext) => void }>>,
): Verb => ({
  ...verb,
  complete: (typed) =>
    startingWith(
      typed,
      Object.entries(words).map(([text, { about }]) => ({ text, about })),
    ),
  read: (typed, context) => {
    if (typed === '') return unfinished
    const word = Object.hasOwn(words, typed) ? words[typed] : undefined
    return word ? ready(word.does, () => word.run(context)) : wrong(`Write ${Object.keys(words).join(' or ')}.`)
  },
})

/** A verb that runs the action of a key. */
export const keyVerb = (name: string, action: string, help: string): Verb => ({
  name,
  takes: '',
  help,
  action,
  read: (_typed, { actions }) => ready(help, () => actions.find(({ binding }) => binding.action === action)?.run()),
})

/** The items whose text starts with the typed text, ignoring case. */
export const startingWith = <Known extends { text: string }>(typed: string, known: readonly Known[]): Known[] =>
  known.filter(({ text }) => text.toLowerCase().startsWith(typed.toLowerCase()))
