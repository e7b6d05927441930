import { parseAst } from 'vitest/node'
import { memoize } from '../../src/base/memoize.ts'

/** A pattern and its place in the source. */
export type Pattern = { source: string; flags: string; file: string }

type Node = { type?: string; regex?: { pattern: string; flags: string }; [member: string]: unknown }

/** Whether a file has a slash where a pattern can begin. Two thirds of the files don't, and parsing is the slowest step. */
const mayHoldPattern = (text: string): boolean =>
  text.split('\n').some((line) => line.includes('/') && !/^(?:\s*(?:\/\/|\/?\*)|import )/.test(line))

/** The regular expression literals of a file. */
export const patternsIn = (text: string, file: string): Pattern[] => {
  const found: Pattern[] = []
  if (!mayHoldPattern(text)) return found
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { regex } = value as Node
    if (regex) found.push({ source: regex.pattern, flags: regex.flags, file })
    for (const member of Object.values(value)) visit(member)
  }
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

// One character of each kind that patterns distinguish.
const SIGNS = [
  ...' \t\n\r\0\x1b\x9baAzZfx059_-+./\\|:;,!?@#%&=~^$*\'"`<>()[]{}•—é陳',
  '\u{f8ff}',
  '\u0301',
  '\u202e',
  '😀',
  '\ud800',
]

/** The single characters and classes of a pattern, each as a pattern, and its literal words. */
const atomsOf = ({ source }: Pattern): { atoms: string[]; words: string[] } => {
  const pieces =
    source.match(
      /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\k<\w+>|\(\?(?:<?[=!:]|<\w+>)|\{\d+(?:,\d*)?\}|\\.|./gisu,
    ) ?? []
  const words: string[] = []
  const atoms: string[] = []
  let word = ''
  for (const piece of [...pieces, '']) {
    const isPlain = /^[^\\[\](){}?*+|^$.]$/su.test(piece) || /^\\[^\w]$/su.test(piece)
    if (isPlain) word += piece.length > 1 ? piece.slice(1) : piece
    else if (word !== '') {
      words.push(word)
      word = ''
    }
    if (isPlain || piece === '.' || /^(?:\[|\\[wWdDsSpPnrtfv0xu])/.test(piece)) atoms.push(piece)
  }
  return { atoms: [...new Set(atoms)], words: [...new Set(words)] }
}

/** For each character in turn, whether an atom matches it. Cached, because patterns share most of their atoms. */
const setOf = memoize((flagsAndAtom: string): string => {
  const [flags = '', ...atom] = flagsAndAtom.split('/')
  try {
    const pattern = new RegExp(`^(?:${atom.join('/')})$`, flags.replace(/[gy]/g, ''))
    return SIGNS.map((sign) => (pattern.test(sign) ? 1 : 0)).join('')
  } catch {
    return '0'.repeat(SIGNS.length)
  }
}, 10_000)

/** Whether a part of a pattern may repeat. A pattern without repeats reads only a few characters from each start. */
export const canRepeat = ({ source }: Pattern): boolean =>
  /[*+{]/.test(source.replaceAll(/\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]/gsu, ''))

/**
 * Worst-case inputs for a pattern, built from its own parts: each literal word, and one character for each combination of its
 * classes, repeated alone and in pairs, after each prefix, before an end that matches and one that doesn't.
 *
 * Each is a function of its approximate length in UTF-16 units, because few are needed at full length.
 */
export const pumpsOf = (pattern: Pattern): ((length: number) => string)[] => {
  const { atoms, words } = atomsOf(pattern)
  const bySet = new Map<string, string>()
  const sets = atoms.map((atom) => setOf(`${pattern.flags}/${atom}`))
  for (const [at, sign] of SIGNS.entries()) {
    const set = sets.map((each) => each[at]).join('')
    if (set.includes('1') && !bySet.has(set)) bySet.set(set, sign)
  }
  const signs = [...bySet.values()].slice(0, 12)
  const parts = [...new Set([...words, ...signs])].slice(0, 24)
  const pumped = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length))
  const pairs = parts.flatMap((part, at) => [
    part + (parts[at + 1] ?? part),
    ...signs.slice(0, 4).map((sign) => part + sign),
  ])
  const starts = ['', ...words.slice(0, 6)]
  return [
    ...starts.flatMap((start) => signs.map((sign) => (length: number) => `${start}${pumped(sign, length)}\0`)),
    ...[...new Set([...parts, ...pairs])].map((part) => (length: number) => `${pumped(part, length)}\0`),
    (length) => pumped(words.join('') || 'a', length),
  ]
}
