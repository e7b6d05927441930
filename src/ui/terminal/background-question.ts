import { timeout } from '../keys/key-reader.ts'

/** How long the terminal may take to answer, ms. A later answer is dropped. */
export const ANSWER_MS = 100

type BackgroundQuestionOptions = {
  /** Sends to the terminal. */
  write: (text: string) => void
  /** Starts a timer and returns how to stop it. @default setTimeout */
  delay?: (action: () => void, ms: number) => () => void
}

/** The question of what the terminal draws on, and the time it has to answer. */
export const createBackgroundQuestion = ({ write, delay = timeout }: BackgroundQuestionOptions) => {
  let asked: { tell: (background: Background) => void; over: PromiseWithResolvers<void>; stop: () => void } | undefined
  const end = () => {
    asked?.stop()
    asked?.over.resolve()
    asked = undefined
  }
  return {
    /** Asks, and calls back once with what the terminal draws on; not at all where it does not answer in time. */
    ask(tell: (background: Background) => void): void {
      end()
      asked = { tell, over: Promise.withResolvers(), stop: delay(end, ANSWER_MS) }
      write(ASK_BACKGROUND)
    },
    /** Takes a reply of the terminal to any question. */
    hear(reply: string): void {
      const background = backgroundIn(reply)
      if (background !== undefined) asked?.tell(background)
      // The second answer is still to come after the first: it is waited for too, as it is as much in the way.
      if (isLastAnswer(reply)) end()
    },
    /** Resolves once no answer can come any more, at most {@link ANSWER_MS} after the question; undefined when none can. */
    over: (): Promise<void> | undefined => asked?.over.promise,
  }
}

/** What a terminal draws on. */
export type Background = 'dark' | 'light'

/**
 * Asks for the colour of the background (OSC 11), then for what the terminal is (DA1): every terminal answers the second, and in
 * order, so that one that does not know the first need not be waited for.
 */
const ASK_BACKGROUND = '\x1b]11;?\x1b\\\x1b[c'

/** Whether a reply of the terminal, from its Escape to its end, is the second answer, after which no first one comes. */
const isLastAnswer = (reply: string): boolean => /^\x1b\[\?[\d;]*c$/.test(reply)

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

/** Red, green and blue, each from 0 to 1. */
export type Rgb = readonly [number, number, number]

/** How light a colour looks, from 0 (black) to 1 (white), as WCAG 2 defines it. */
export const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** How well one colour is read on another, from 1 to 21, as WCAG 2 defines it. */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
