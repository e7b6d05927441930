/** Words for signs that stand alone between spaces or punctuation. Other such signs are not spoken. */
const words: Readonly<Record<string, string>> = {
  '▲': 'up',
  '▼': 'down',
  '✓': 'ok',
  '✗': 'failed',
  '×': 'ended',
  '!': 'attention',
  '!!': 'attention',
  '+': 'plus',
  '~': 'changed',
  '→': 'to',
  '–': 'none',
  '≈': 'about',
  '◐': 'running',
  '◌': 'waiting',
  '○': 'waiting',
  '?': 'unknown',
  '•': 'new',
  '⇅': 'reordered',
  '…': 'loading',
  '-': 'minus',
}

/** Bars, charts, lines and spinners. They repeat information that is also in words. */
const drawn = /[\u2581-\u259f\u2800-\u28ff\u2500-\u257f\u21e1]+/gu
/** A bar between a name and its number, which belong together. */
const barBetween = / [\u2581-\u2588]+ (?! )/gu
const SIGN = /(?<=^|[\s,:(])([▲▼✓✗×+~→–≈◐◌○●·•…│▾▸▌◆◇⇅=—?-]|!{1,2})(?=$|[\s,:)])/gu
/** A sign before a word that says the same, or before the number of such things. */
const REPEATED = new RegExp(
  `(?<=^|[\\s,:(])(?:[▲▼✓✗×–◐◌○●•◇?]|!{1,2}) (?=(?:\\d[\\d,]{0,9} )?(?:${[
    'active|paused|error|failed|provisioning|hibernating|unknown|running|waiting|pending|completed|done|stopped',
    'cancelled|revoked|expired|expire|loosened|tightened|critical|fell|rose|sent|unreadable|accepted|retrying',
    'verified|suppressed|duplicate|summarised|would not|cannot|not',
  ].join('|')})\\b)`,
  'gu',
)
/** An ellipsis between the ends of a range, and before the last characters of a fingerprint. */
const RANGE = /(?<=[\p{L}\p{N}])…(?=[\p{L}\p{N}])/gu
const ENDING = /(?<=^|[\s,:])…(?=[\da-f]{4}(?:$|[\s,]))/gu

/** A key in a sentence: `Press ? to list the keys.` */
const NAMED_KEY = /\b([Pp]ress|with) ([!-/:-@[-`{-~])(?=$|[\s.,;:])/g

/** Becomes a comma. */
const GAP = '   '

/** Converts a row of finished text to speech: no styles and drawings, words for signs, commas between cells. */
export const spokenText = (row: string): string =>
  row
    .replaceAll(/\x1b\[[\d;]*m/g, '')
    .replaceAll('│', GAP)
    .replaceAll(barBetween, ' ')
    .replaceAll(drawn, GAP)
    .replaceAll(NAMED_KEY, (_, verb: string, key: string) => `${verb} ${spokenKey(key)}`)
    .replaceAll(REPEATED, '')
    .replaceAll(SIGN, (sign) => words[sign] ?? '')
    .replaceAll(/([▲▼≈])(?=[\d.])/g, (_, sign: string) => `${words[sign]} `)
    .replaceAll(RANGE, ' to ')
    .replaceAll(ENDING, 'ending in ')
    .replaceAll('…', '')
    .replaceAll(/(?<=^|[\s,(])#(?=\d)/g, 'number ')
    .replaceAll(/(?<=^|[\s,])~(?=\d)/g, 'about ')
    .replaceAll('( )', 'parentheses')
    .replaceAll('< >', 'angle brackets')
    .replaceAll(/\?(?<=\d[\w.,]*(?: %)?\?)/g, ' incomplete')
    .replaceAll(/(?<=[\dA-Za-z])–(?=[\dA-Za-z])/g, ' to ')
    .trim()
    .replaceAll(/(?<=[,:])\s{2,}/g, ' ')
    .replaceAll(/\s{2,}/g, ', ')
    .replaceAll(/^(?:, ?){1,99}|(?:, ?){1,99}$/g, '')

/**
 * The part of a line that does not change with time: without ages, rates and countdowns, and with percentages in
 * progress rounded down to quarters.
 */
export const timelessText = (text: string): string => {
  const isUnderWay = /\bleft\b|\/s\b/.test(text)
  return text
    .replaceAll(/\b[\d.]{1,20} (?:B|kB|MB|GB)\/s|\b\d{1,20} (?:s|min|h|d|ms)\b|\bnow\b/g, '')
    .replaceAll(/\d{1,20}(?:\.\d{1,20})?(?= ?%)/g, (share) =>
      isUnderWay ? String(Math.floor(Number(share) / 25)) : share,
    )
    .replaceAll(isUnderWay ? /[\d.]{1,20}(?: (?:of|B|kB|MB|GB)\b)/g : /(?!)/g, '')
}

/** Names of keys that a screen reader would omit or take for punctuation. */
const names: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  ':': 'colon',
  '.': 'dot',
  '/': 'slash',
  '?': 'question mark',
  '!': 'exclamation mark',
  "'": 'apostrophe',
  '-': 'minus',
  '+': 'plus',
  '=': 'equals',
  '@': 'at sign',
  '&': 'ampersand',
  '|': 'vertical bar',
  '[': 'left bracket',
  ']': 'right bracket',
  '{': 'left brace',
  '}': 'right brace',
  '(': 'left parenthesis',
  ')': 'right parenthesis',
  '<': 'less than',
  '>': 'greater than',
}

/** A key in the notation of bindings, as spoken: `Control d`, `g u`, `comma`, `Left`. */
export const spokenKey = (keys: string): string =>
  keys
    .split(' ')
    .map((key) => names[key] ?? (key.length === 2 && key.startsWith('^') ? `Control ${key.slice(1)}` : key))
    .join(' ')
