import { timeout } from '../keys/key-reader.ts'

/** Maximum wait for the terminal's reply, ms. A later reply is dropped. */
export const REPLY_TIMEOUT_MS = 100

type BackgroundQueryOptions = {
  /** Writes to the terminal. */
  write: (text: string) => void
  /** Starts a timer and returns a function that stops it. @default setTimeout */
  delay?: (action: () => void, ms: number) => () => void
}

/** Queries the background of the terminal, with a time limit for the reply. */
export const createBackgroundQuery = ({ write, delay = timeout }: BackgroundQueryOptions) => {
  let pending:
    | { report: (background: Background) => void; over: PromiseWithResolvers<void>; stop: () => void }
    | undefined
  const end = () => {
    pending?.stop()
    pending?.over.resolve()
    pending = undefined
  }
  return {
    /** Sends the query and calls `report` once with the background, or never if the terminal does not reply in time. */
    ask(report: (background: Background) => void): void {
      end()
      pending = { report, over: Promise.withResolvers(), stop: delay(end, REPLY_TIMEOUT_MS) }
      write(BACKGROUND_QUERY)
    },
    /** Handles a reply of the terminal to any query. */
    handleReply(reply: string): void {
      const background = backgroundIn(reply)
      if (background !== undefined) pending?.report(background)
      // The second reply follows the first one. Wait for it too, because it would also appear on the screen.
      if (isLastReply(reply)) end()
    },
    /**
     * Resolves once no reply can arrive any more, at most {@link REPLY_TIMEOUT_MS} after the query; undefined if no query is
     * pending.
     */
    over: (): Promise<void> | undefined => pending?.over.promise,
  }
}

/** The background of a terminal. */
export type Background = 'dark' | 'light'

/**
 * Queries the background colour (OSC 11), then the type of the terminal (DA1). Every terminal replies to the second
 * query, and replies are in order, so a terminal that does not support the first one causes no wait.
 */
const BACKGROUND_QUERY = '\x1b]11;?\x1b\\\x1b[c'

/** Whether a reply of the terminal is the second one, after which the first one cannot arrive any more. */
const isLastReply = (reply: string): boolean => /^\x1b\[\?[\d;]*c$/.test(reply)

/**
 * The background according to a reply: `light` if black text has more contrast on it than white text. Undefined if the
 * reply contains no colour.
 */
export const backgroundIn = (reply: string): Background | undefined => {
  const color = colorIn(reply)
  return color && (luminance(color) > EQUAL_CONTRAST ? 'light' : 'dark')
}

/** The luminance of a colour that has the same contrast to black as to white, as defined by WCAG 2. */
const EQUAL_CONTRAST = Math.sqrt(1.05 * 0.05) - 0.05

/** `rgb:ffff/ffff/ffff` with one to four digits per part, `rgba:` with a fourth part, or `#ffffff`. */
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

/** The relative luminance of a colour, from 0 (black) to 1 (white), as defined by WCAG 2. */
export const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
