import type { PaletteWorld } from './place.ts'

/** What is typed behind a verb, as it is understood. */
export type VerbReading =
  /** `does`: what Enter does, in a few words. Safe text. */
  | { is: 'ready'; does: string; run: () => void }
  | { is: 'unfinished' }
  /** `why`: one sentence. */
  | { is: 'wrong'; why: string }

/** All that could stand behind a verb, and what it means. Safe texts. */
export type VerbCompletion = { text: string; about: string }

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

/** A reading of one of a few words. */
export const readWord = (
  typed: string,
  words: Readonly<Record<string, { does: string; run: () => void }>>,
): VerbReading => {
  if (typed === '') return { is: 'unfinished' }
  const known = Object.hasOwn(words, typed) ? words[typed] : undefined
  return known ? { is: 'ready', ...known } : { is: 'wrong', why: `Write ${Object.keys(words).join(' or ')}.` }
}

/** Those of some texts that begin as what is typed, in either case. */
export const beginning = <Known extends { text: string }>(typed: string, known: readonly Known[]): Known[] =>
  known.filter(({ text }) => text.toLowerCase().startsWith(typed.toLowerCase()))
