import { contrast, type Rgb } from '../layout/luminance.ts'

/** What a terminal draws on. */
export type Background = 'dark' | 'light'

/**
 * Asks for the colour of the background (OSC 11), then for what the terminal is (DA1): every terminal answers the second, and in
 * order, so that one that does not know the first need not be waited for.
 */
export const ASK_BACKGROUND = '\x1b]11;?\x1b\\\x1b[c'

/** Whether a reply of the terminal, from its Escape to its end, is the second answer, after which no first one comes. */
export const isLastAnswer = (reply: string): boolean => /^\x1b\[\?[\d;]*c$/.test(reply)

/** What a reply says of the background, whichever of black and white is read better on it; undefined when it says nothing. */
export const backgroundIn = (reply: string): Background | undefined => {
  const color = colorIn(reply)
  if (color === undefined) return undefined
  return contrast(color, BLACK) > contrast(color, WHITE) ? 'light' : 'dark'
}

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [1, 1, 1]

/** `rgb:ffff/ffff/ffff` with one to four digits a part, `rgba:` with a fourth part, or `#ffffff`. */
const colorIn = (reply: string): Rgb | undefined => {
  const [, text = ''] = /^\x1b\]11;([^\x07\x1b\x9c]*)/.exec(reply) ?? []
  const parts =
    /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(text) ??
    /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text)
  if (!parts) return undefined
  const [red = 0, green = 0, blue = 0] = parts
    .slice(1, 4)
    .map((digits) => Number.parseInt(digits, 16) / (16 ** digits.length - 1))
  return [red, green, blue]
}
