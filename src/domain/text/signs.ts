/** A sign with a meaning of its own. */
export type SignRow = {
  means: string
  /** One cell. */
  sign: string
  /** One-cell alternative for terminals without Unicode, unique among the rows. */
  ascii: string
  /** Another sign with the same meaning. */
  also?: string
}

/** All signs of the program, each with one meaning. Bars, lines and shades are in {@link PICTURES}. */
export const SIGN_ROWS = {
  bar: { means: 'the selected row', sign: '▌', ascii: '|' },
  marked: { means: 'a marked row', sign: '●', ascii: 'M' },
  news: { means: 'new since the last visit', sign: '•', ascii: 'N' },
  to: { means: 'leads to, becomes', sign: '→', ascii: '>', also: '>' },
  open: { means: 'unfolded', sign: '▾', ascii: '\\' },
  closed: { means: 'folded', sign: '▸', ascii: ')' },
  sortDown: { means: 'largest first', sign: '▾', ascii: '}' },
  sortUp: { means: 'smallest first', sign: '▴', ascii: '{' },
  up: { means: 'more than before', sign: '▲', ascii: '^' },
  down: { means: 'less than before, narrower', sign: '▼', ascii: 'v' },
  same: { means: 'the same as before', sign: '=', ascii: '=' },
  good: { means: 'passed, done', sign: '✓', ascii: 'Y' },
  bad: { means: 'failed', sign: '✗', ascii: 'x' },
  live: { means: 'works now', sign: '●', ascii: '*' },
  running: { means: 'under way', sign: '◐', ascii: '&' },
  idle: { means: 'waits or rests', sign: '○', ascii: 'z' },
  none: { means: 'no value, or what does not count', sign: '–', ascii: '.' },
  unknown: { means: 'not known', sign: '?', ascii: '?' },
  care: { means: 'needs care, loosened', sign: '!', ascii: '!' },
  look: { means: 'worth a look', sign: '◇', ascii: 'o' },
  added: { means: 'came', sign: '+', ascii: '+' },
  removed: { means: 'went', sign: '-', ascii: '-' },
  changed: { means: 'is another', sign: '~', ascii: '~' },
  moved: { means: 'stands in another order', sign: '⇅', ascii: '<' },
  holds: { means: 'holds what changed', sign: '·', ascii: ',' },
  event: { means: 'a day on which controls changed', sign: '◆', ascii: 'C' },
  ellipsis: { means: 'goes on', sign: '…', ascii: '$' },
  about: { means: 'about', sign: '≈', ascii: '@' },
  separator: { means: 'parts two words', sign: '·', ascii: ';' },
} as const satisfies Record<string, SignRow>

export type SignName = keyof typeof SIGN_ROWS
export type Signs = Readonly<Record<SignName, string>>

const signsBy = (of: 'sign' | 'ascii'): Signs =>
  Object.fromEntries(Object.entries(SIGN_ROWS).map(([name, row]) => [name, row[of]])) as Signs

const unicode = signsBy('sign')
const ascii = signsBy('ascii')

export const signsFor = (isAscii: boolean): Signs => (isAscii ? ascii : unicode)

/** Characters of drawings: lines between panes, shades and typographic signs. */
export const PICTURES = {
  '─': '-',
  '│': ':',
  '█': '#',
  '▓': '=',
  '▒': '-',
  '░': '.',
  '—': '-',
  '’': "'",
} as const satisfies Record<string, string>

/** Signs in words and numbers, which are independent of the theme. */
const OF_WORDS = [
  'none',
  'ellipsis',
  'about',
  'separator',
  'news',
  'to',
  'up',
  'down',
  'moved',
  'look',
] as const satisfies SignName[]

const asciiOf: Readonly<Record<string, string>> = {
  ...PICTURES,
  ...Object.fromEntries(OF_WORDS.map((name) => [SIGN_ROWS[name].sign, SIGN_ROWS[name].ascii])),
}
const signs = new RegExp(`[${Object.keys(asciiOf).join('')}]`, 'g')

/**
 * Converts a line for a terminal without Unicode. Signs of the theme are ASCII already. The other signs are replaced by
 * ones of the same width.
 */
export const withAsciiSigns = (line: string): string =>
  line
    // A dash in a range, and the mask of a secret.
    .replaceAll(/(?<=[\p{L}\p{N}])–(?=[\p{L}\p{N}])/gu, '-')
    .replaceAll(/•{2,}/g, (mask) => '*'.repeat(mask.length))
    .replaceAll(signs, (sign) => asciiOf[sign] ?? sign)
