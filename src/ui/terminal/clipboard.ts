/** Terminals take this many base64 bytes for their clipboard and drop a longer sequence whole. */
export const MOST_CLIPBOARD_BYTES = 74_994

/** The sequence (OSC 52) that puts a text on the clipboard of the terminal; empty for one that is too long for it. */
export const clipboardSequence = (text: string): string => {
  const base64 = Buffer.from(text, 'utf8').toString('base64')
  return base64.length > MOST_CLIPBOARD_BYTES ? '' : `\x1b]52;c;${base64}\x07`
}
