/** A sign with a meaning of its own. */
export type SignRow = {
  means: string
  /** One cell. */
  sign: string
  /**
   * One-cell alternative for terminals without Unicode. It is unique, but the sign before a number may be another
   * sign on its own.
   */
  ascii: string
  /** Another sign with the same meaning. */
  also?: string
}

/** All signs of the program, each with one meaning. Bars, lines and shades are in {@link PICTURES}. */
export const SIGN_ROWS = {
  bar: { means: 'the selected row', sign: '▌', ascii: '|' },
  marked: { means: 'a marked row', sign: '●', ascii: 'M' },
  news: { means: 'new since the last visit', sign: '•', ascii: 'N' },
  to: { means: 'opens, or changes to', sign: '→', ascii: '>', also: '>' },
  open: { means: 'unfolded', sign: '▾', ascii: '\\' },
  closed: { means: 'folded', sign: '▸', ascii: ')' },
  sortDown: { means: 'largest first', sign: '▾', ascii: '}' },
  sortUp: { means: 'smallest first', sign: '▴', ascii: '{' },
  up: { means: 'more than before', sign: '▲', ascii: '^' },
  down: { means: 'less than before, tightened', sign: '▼', ascii: '_' },
  rowsAbove: { means: 'rows above the window', sign: '↑', ascii: 'U' },
  rowsBelow: { means: 'rows below the window', sign: '↓', ascii: 'D' },
  same: { means: 'the same as before', sign: '=', ascii: '=' },
  good: { means: 'passed, done', sign: '✓', ascii: 'Y' },
  bad: { means: 'failed', sign: '✗', ascii: 'F' },
  live: { means: 'works now', sign: '●', ascii: '*' },
  running: { means: 'running', sign: '◐', ascii: '&' },
  idle: { means: 'waiting or idle', sign: '○', ascii: 'W' },
  none: { means: 'no value, or not counted', sign: '–', ascii: '.' },
  unknown: { means: 'unknown', sign: '?', ascii: '?' },
  attention: { means: 'needs attention, or loosened', sign: '!', ascii: '!' },
  notable: { means: 'worth a look', sign: '◇', ascii: 'i' },
  added: { means: 'added', sign: '+', ascii: '+' },
  removed: { means: 'removed', sign: '-', ascii: '-' },
  changed: { means: 'changed', sign: '~', ascii: '~' },
  moved: { means: 'reordered', sign: '⇅', ascii: '<' },
  contains: { means: 'contains a change', sign: '·', ascii: ',' },
  above: { means: 'above the end of the scale', sign: '⇡', ascii: 'H' },
  event: { means: 'a day on which controls changed', sign: '◆', ascii: 'C' },
  ellipsis: { means: 'truncated', sign: '…', ascii: '$' },
  about: { means: 'about', sign: '≈', ascii: '~' },
  separator: { means: 'separates two words', sign: '·', ascii: ';' },
} as const satisfies Record<string, SignRow>

/** Explains {@link SIGN_ROWS}.above in the help of screens. */
export const ABOVE_NOTE = `${SIGN_ROWS.above.sign} marks a bar more than 3 times as high as the others: the scale ends below it, so that they stay readable.`

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
  'notable',
  'above',
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
