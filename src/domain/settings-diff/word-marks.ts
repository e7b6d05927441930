import { shownSetting, splitMasks } from '../secrets/mask-settings.ts'
import { longestCommonSubsequence } from './sequences.ts'

/** A piece of a text, and whether the other text contains it too. Untrusted text; secrets are masked. */
export type WordPiece = { text: string; isSame: boolean }

/** Maximum number of words to compare. Above it, everything between the common start and end counts as different. */
const MAX_WORDS = 4_000

/**
 * The words that differ between two texts. The pieces of each side form the displayed text. A secret is one word, which
 * is either equal or different.
 */
export const wordMarks = (before: string, after: string): { before: WordPiece[]; after: WordPiece[] } => {
  const [olds, nows] = [wordsOf(before), wordsOf(after)]
  const [oldSame, nowSame] = [new Uint8Array(olds.length), new Uint8Array(nows.length)]
  const mark = (old: number, now: number): void => {
    oldSame[old] = 1
    nowSame[now] = 1
  }
  const shorter = Math.min(olds.length, nows.length)
  let start = 0
  for (; start < shorter && olds[start] === nows[start]; start += 1) mark(start, start)
  let end = 0
  for (; end < shorter - start && olds.at(-1 - end) === nows.at(-1 - end); end += 1) {
    mark(olds.length - 1 - end, nows.length - 1 - end)
  }
  if (olds.length + nows.length - 2 * (start + end) <= MAX_WORDS) {
    for (const [old, now] of longestCommonSubsequence(
      olds.slice(start, olds.length - end),
      nows.slice(start, nows.length - end),
    )) {
      mark(start + old, start + now)
    }
  }
  return { before: piecesOf(olds, oldSame), after: piecesOf(nows, nowSame) }
}

const wordsOf = (text: string): string[] =>
  splitMasks(text).flatMap((part, index) => (index % 2 === 1 ? [part] : (part.match(WORDS) ?? [])))

const WORDS = /[\p{L}\p{M}\p{N}_]+|\s+|[\s\S]/gu

const piecesOf = (words: readonly string[], isSame: Uint8Array): WordPiece[] => {
  const pieces: WordPiece[] = []
  for (const [index, word] of words.entries()) {
    const same = isSame[index] === 1
    const last = pieces.at(-1)
    if (last?.isSame === same) last.text += shownSetting(word)
    else pieces.push({ text: shownSetting(word), isSame: same })
  }
  return pieces
}
