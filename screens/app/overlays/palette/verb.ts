import { AppError } from '../../../../src/base/errors.ts'
import type { PaletteWorld } from './place.ts'

/** What is typed behind a verb, as it is understood. */
export type VerbReading =
  /** `does`: what Enter does, in a few words. Safe text. */
  | { is: 'ready'; does: string; run: () => void }
  | { is: 'unfinished' }
  /** `why`: one sentence. */
  | { is: 'wrong'; why: string }

/** All that could stand behind a verb, and what it means. Safe texts. */
type VerbCompletion = { text: string; about: string }

/** One row of the table of verbs. */
export type Verb = {
  /** One word, or several. */
  name: string
  /** What it takes, as it is explained: `DAYS`; empty: nothing. */
  takes: string
  /** What it does, in a few lower-case words. */
  help: string
  /** The action whose key does the same. */
  action?: string
  /** Whether it means something on what is shown. @default always */
  isHere?: (world: PaletteWorld) => boolean
  /** How what is typed behind it could go on. @default not at all */
  complete?: (typed: string, world: PaletteWorld) => readonly VerbCompletion[]
  /** @param typed - What stands behind the verb, without spaces around it; may be empty. */
  read: (typed: string, world: PaletteWorld) => VerbReading
}

export const unfinished: VerbReading = { is: 'unfinished' }
export const wrong = (why: string): VerbReading => ({ is: 'wrong', why })
export const ready = (does: string, run: () => void): VerbReading => ({ is: 'ready', does, run })

/** A reading of a text that a parser may reject, which is wrong then. */
export const parsed = (read: () => VerbReading): VerbReading => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return wrong(error.message)
  }
}

/** A verb that takes one of a few words. */
export const wordVerb = (
  verb: Pick<Verb, 'name' | 'takes' | 'help' | 'action'>,
  words: Readonly<Record<string, { about: string; does: string; run: (world: PaletteWorld) => void }>>,
): Verb => ({
  ...verb,
  complete: (typed) =>
    beginning(
      typed,
      Object.entries(words).map(([text, { about }]) => ({ text, about })),
    ),
  read: (typed, world) => {
    if (typed === '') return unfinished
    const word = Object.hasOwn(words, typed) ? words[typed] : undefined
    return word ? ready(word.does, () => word.run(world)) : wrong(`Write ${Object.keys(words).join(' or ')}.`)
  },
})

/** What a key opens or does, by the word that people have for it. */
export const keyVerb = (name: string, action: string, help: string): Verb => ({
  name,
  takes: '',
  help,
  action,
  read: (_typed, { actions }) => ready(help, () => actions.find(({ binding }) => binding.action === action)?.run()),
})

/** Those of some texts that begin as what is typed, in either case. */
export const beginning = <Known extends { text: string }>(typed: string, known: readonly Known[]): Known[] =>
  known.filter(({ text }) => text.toLowerCase().startsWith(typed.toLowerCase()))
