import { StringDecoder } from 'node:string_decoder'

/**
 * A key sent by the terminal. `id` is the notation of bindings: the character itself (`j`, `G`, `?`), `^d` for Ctrl,
 * `M-x` for Alt, or a name: Enter Esc Tab S-Tab Space Backspace Delete Up Down Left Right Home End PageUp PageDown
 * F1…F12, Typed for several characters of one burst, or Paste for pasted text, including escapes. `text` is the text
 * that it inserts into a field.
 */
export type Key = { id: string; text?: string; mouse?: MouseReport }

/** A mouse event over a cell. Column and row count from 0 at the upper left. */
export type MouseReport = { is: 'click' | 'wheelUp' | 'wheelDown'; x: number; y: number }

type KeyReaderOptions = {
  onKey: (key: Key) => void
  /** Raw pasted text, including escapes. */
  onPaste: (text: string) => void
  /** A complete reply of the terminal to a query (OSC or `CSI ? … c`), from its Escape to its end. @default dropped */
  onReply?: (reply: string) => void
  /** A mouse event, if mouse reporting is on. @default dropped */
  onMouse?: (report: MouseReport) => void
  /** Starts a timer and returns a function that stops it. @default setTimeout */
  delay?: (action: () => void, ms: number) => () => void
}

/** Maximum wait for the rest of an escape sequence, ms. After that the Escape is a key. */
export const ESCAPE_WAIT_MS = 30
/** Maximum silence in a paste, ms. After that the paste counts as ended without its end mark. */
export const PASTE_SILENCE_MS = 500
/** Maximum silence in an incomplete reply, ms. After that typed text no longer counts as its rest. */
export const REPLY_SILENCE_MS = 500
/** Maximum length of a paste, in UTF-16 units. The rest is dropped: no field accepts more. */
const MAX_PASTE_LENGTH = 1_000_000
/**
 * Maximum length of a sequence. A longer one is unknown and is skipped: to its end, to Ctrl-C, or until the terminal is
 * silent for {@link ESCAPE_WAIT_MS}.
 */
const MAX_SEQUENCE_LENGTH = 4096

const PASTE_START = '\x1b[200~'
// Ctrl-C inside a paste: the end mark was lost, or the user cancels. In both cases the paste ends, and Ctrl-C is a key.
const PASTE_END = /\x1b\[201~|(?=\x03)/
/** A partial end mark of a paste. */
const PASTE_END_BEGUN = /\x1b(?:\[(?:2(?:01?)?)?)?$/

/**
 * Splits the terminal's bytes into keys. One chunk may contain many keys (fast typing), and one key may arrive in
 * several chunks. The terminal's replies to queries are not keys, even if they are late or fragmented. Focus reports
 * are dropped. Never throws.
 */
export const createKeyReader = ({ onKey, onPaste, onReply, onMouse, delay = timeout }: KeyReaderOptions) => {
  const decoder = new StringDecoder('utf8')
  let pending = ''
  let paste: string | undefined
  /** The end of the sequence that is being skipped. */
  let skippedTo: RegExp | undefined
  let stopTimer = () => {}

  const take = (length: number): string => {
    const text = pending.slice(0, length)
    pending = pending.slice(length)
    return text
  }
  const endPaste = (length: number) => {
    const text = paste + take(length)
    paste = undefined
    onPaste(text)
  }
  const readPaste = (): boolean => {
    const end = PASTE_END.exec(pending)
    if (end) {
      endPaste(end.index)
      take(end[0].length)
    } else {
      const read = take(pending.length - (PASTE_END_BEGUN.exec(pending)?.[0].length ?? 0))
      if ((paste?.length ?? 0) < MAX_PASTE_LENGTH) paste += read
    }
    return end !== null
  }
  const skip = (end: RegExp): boolean => {
    const found = end.exec(pending)
    // An Escape at the end may be the beginning of the end mark.
    take(found ? found.index + found[0].length : pending.length - Number(pending.endsWith('\x1b')))
    if (found) skippedTo = undefined
    return found !== null
  }
  /** Reads the next item; returns false if more input is needed. */
  const step = (isFinal: boolean): boolean => {
    if (skippedTo !== undefined) return skip(skippedTo)
    if (paste !== undefined) return readPaste()
    if (pending === '') return false
    if (pending.startsWith(PASTE_START)) {
      take(PASTE_START.length)
      paste = ''
      return true
    }
    const taken = parseKey(pending, isFinal)
    if (taken === undefined) {
      if (pending.length < MAX_SEQUENCE_LENGTH) return false
      skippedTo = pending[1] === '[' ? CSI_END : REPLY_END
      take(2)
      return true
    }
    const text = take(taken.length)
    skippedTo = taken.skipTo
    if (taken.isReply) onReply?.(text)
    if (taken.mouse) onMouse?.(taken.mouse)
    if (taken.key) onKey(taken.key)
    return true
  }
  const giveUp = () => {
    skippedTo = undefined
    while (step(true));
    if (skippedTo !== undefined) stopTimer = delay(giveUp, REPLY_SILENCE_MS)
  }
  return {
    /** Handles input from the terminal, in any fragmentation. */
    push(chunk: Uint8Array | string): void {
      stopTimer()
      pending += typeof chunk === 'string' ? chunk : decoder.write(chunk)
      while (step(false));
      if (paste !== undefined) stopTimer = delay(() => endPaste(pending.length), PASTE_SILENCE_MS)
      else if (skippedTo === REPLY_REST) stopTimer = delay(giveUp, REPLY_SILENCE_MS)
      else if (pending !== '' || skippedTo !== undefined) stopTimer = delay(giveUp, ESCAPE_WAIT_MS)
    },
    /** Stops the timers and drops incomplete input. */
    close: () => stopTimer(),
  }
}

/**
 * A timer that runs after pending input is read: input that arrived while the program was busy may contain the rest of
 * a sequence or a reply.
 */
export const timeout = (action: () => void, ms: number): (() => void) => {
  let late: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    late = setImmediate(action)
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(late)
  }
}

type Taken = {
  length: number
  key?: Key
  isReply?: boolean
  mouse?: MouseReport
  /** The end of the part that follows and is skipped. */
  skipTo?: RegExp
}

/** The first key of `text`; without `key` for dropped input; undefined if more is needed (never if `isFinal`). */
const parseKey = (text: string, isFinal: boolean): Taken | undefined =>
  text.startsWith('\x1b') ? parseEscape(text, isFinal) : parseCharacter(text, 0)

const parseCharacter = (text: string, at: number): Taken => {
  const code = text.codePointAt(at) ?? 0
  const char = String.fromCodePoint(code)
  const named = controlNames[code]
  if (named) return { length: 1, key: named === 'Space' ? { id: 'Space', text: ' ' } : { id: named } }
  if (code < 0x20) return { length: 1, key: { id: `^${String.fromCharCode(code + 0x60)}` } }
  if (code >= 0x80 && code < 0xa0) return { length: 1 }
  // A lone surrogate, or the replacement character for invalid bytes.
  if ((code >= 0xd800 && code < 0xe000) || code === 0xfffd) return { length: char.length }
  return { length: char.length, key: { id: char, text: char } }
}

const controlNames: Record<number, string> = {
  0: '^Space',
  8: 'Backspace',
  9: 'Tab',
  10: 'Enter',
  13: 'Enter',
  32: 'Space',
  127: 'Backspace',
}

const parseEscape = (text: string, isFinal: boolean): Taken | undefined => {
  const next = text[1]
  if (next === undefined) return isFinal ? { length: 1, key: { id: 'Esc' } } : undefined
  if (next === '\x1b') return { length: 1, key: { id: 'Esc' } }
  if (next === '[') return parseCsi(text, isFinal)
  if (next === 'O') return parseSs3(text, isFinal)
  if (next === ']' || next === 'P' || next === '_' || next === '^' || next === 'X') return parseReply(text, isFinal)
  const { key, length } = parseCharacter(text, 1)
  return key ? { length: length + 1, key: { id: `M-${key.id}` } } : { length: length + 1 }
}

const parseCsi = (text: string, isFinal: boolean): Taken | undefined => {
  let end = 2
  // Parameters and intermediates, then one final byte.
  while (end < text.length && text.charCodeAt(end) >= 0x20 && text.charCodeAt(end) < 0x40) end++
  const final = text[end]
  if (final === undefined) return isFinal ? { length: text.length } : undefined
  const code = final.charCodeAt(0)
  // Not a CSI: the Escape and the bracket are Alt-[, and the rest is separate input.
  if (code < 0x40 || code > 0x7e) return { length: end }
  if (final === 'M' && end === 2) {
    // An old mouse report: three bytes follow.
    if (text.length < 6 && !isFinal) return undefined
    return { length: Math.min(6, text.length) }
  }
  const length = end + 1
  const parameters = text.slice(2, end)
  if (final === 'c' && parameters.startsWith('?')) return { length, isReply: true }
  const mouse = final === 'M' ? mouseReport(parameters) : undefined
  if (mouse) return { length, mouse }
  const key = csiKey(parameters, final)
  return key ? { length, key } : { length }
}

const MOUSE: Record<string, MouseReport['is']> = { 0: 'click', 64: 'wheelUp', 65: 'wheelDown' }

/** Parses a report in SGR form (mode 1006); undefined for unused buttons and for motion. */
const mouseReport = (parameters: string): MouseReport | undefined => {
  const [, button = '', x, y] = /^<(\d{1,4});(\d{1,5});(\d{1,5})$/.exec(parameters) ?? []
  const is = MOUSE[button]
  return is && { is, x: Number(x) - 1, y: Number(y) - 1 }
}

const csiKey = (parameters: string, final: string): Key | undefined => {
  if (!/^[\d;]*$/.test(parameters)) return undefined
  const [number = '', modifier = ''] = parameters.split(';')
  if (final === 'Z') return { id: 'S-Tab' }
  const name =
    final === '~' ? tildeNames[Number(number)] : number === '' || number === '1' ? finalNames[final] : undefined
  if (!name) return undefined
  return { id: modifierPrefix(modifier) + name }
}

const modifierPrefix = (modifier: string): string => {
  const bits = Math.max(0, Number(modifier || '1') - 1)
  return `${bits & 4 ? '^' : ''}${bits & 2 ? 'M-' : ''}${bits & 1 ? 'S-' : ''}`
}

const finalNames: Record<string, string> = {
  A: 'Up',
  B: 'Down',
  C: 'Right',
  D: 'Left',
  H: 'Home',
  F: 'End',
  P: 'F1',
  Q: 'F2',
  R: 'F3',
  S: 'F4',
}

/** By the number before `~`; an empty name is not a key. */
const tildeNames = ' Home Insert Delete End PageUp PageDown Home End   F1 F2 F3 F4 F5  F6 F7 F8 F9 F10  F11 F12'.split(
  ' ',
)

const parseSs3 = (text: string, isFinal: boolean): Taken | undefined => {
  const final = text[2]
  if (final === undefined) return isFinal ? { length: 2, key: { id: 'M-O' } } : undefined
  if (final === 'M') return { length: 3, key: { id: 'Enter' } }
  const name = finalNames[final]
  return name ? { length: 3, key: { id: name } } : { length: 3 }
}

// Ctrl-C ends every sequence and is also handled as a key.
const REPLY_END = /\x07|\x1b\\|\x9c|(?=\x03)/
// Skip the characters of a colour, because no other query has a reply that ends with BEL or ST. Any other key is
// handled.
const REPLY_REST = /\x07|\x1b\\|\x9c|(?=[^\d;:/#a-gr\x1b])|(?=\x1b[^\\])/i
const CSI_END = /[\x40-\x7e]|(?=[^\x20-\x3f])/

/** Reads an OSC, DCS or similar: a reply that ends with BEL or ST. An endless one must not swallow typed keys. */
const parseReply = (text: string, isFinal: boolean): Taken | undefined => {
  const end = REPLY_END.exec(text.slice(2, MAX_SEQUENCE_LENGTH))
  if (end) return { length: 2 + end.index + end[0].length, isReply: text[1] === ']' }
  if (!isFinal) return undefined
  // A digit so soon after Alt-] cannot be typed: the connection is slow, and the rest will arrive.
  if (/^\x1b\]\d/.test(text)) return { length: text.length, skipTo: REPLY_REST }
  return { length: 2, key: { id: `M-${text[1]}` } }
}
