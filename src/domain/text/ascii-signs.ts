import { PICTURES, SIGN_ROWS, type SignName } from './signs.ts'

/** Signs of words and numbers, which come without a theme and mean the same in all of them. */
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
 * A line for a terminal without Unicode. The theme has its signs already; those of words and numbers are replaced here, in as many
 * cells.
 */
export const withAsciiSigns = (line: string): string =>
  line
    // From one to another, and what stands for a secret.
    .replaceAll(/(?<=[\p{L}\p{N}])–(?=[\p{L}\p{N}])/gu, '-')
    .replaceAll(/•{2,}/g, (mask) => '*'.repeat(mask.length))
    .replaceAll(signs, (sign) => asciiOf[sign] ?? sign)
