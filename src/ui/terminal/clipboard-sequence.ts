/** Maximum base64 length that terminals accept for the clipboard. They drop a longer sequence completely. */
export const MAX_CLIPBOARD_BYTES = 74_994

/** Maximum length of a string sequence in screen, which drops longer ones. */
const MAX_SCREEN_LENGTH = 250

/**
 * The sequence (OSC 52) that puts a text on the terminal's clipboard; undefined if the text is too long.
 *
 * @param inside - The program that must pass it on to the terminal. @default none
 */
export const clipboardSequence = (text: string, inside?: 'tmux' | 'screen'): string | undefined => {
  const base64 = Buffer.from(text, 'utf8').toString('base64')
  if (base64.length > MAX_CLIPBOARD_BYTES) return undefined
  const sequence = `\x1b]52;c;${base64}\x07`
  if (inside === 'tmux') return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`
  if (inside === undefined) return sequence
  // The parts reach the terminal without a gap.
  const parts = sequence.match(new RegExp(`.{1,${MAX_SCREEN_LENGTH}}`, 'g')) ?? []
  return parts.map((part) => `\x1bP${part}\x1b\\`).join('')
}
