const BEGIN = '\x1b[?2026h'
const END = '\x1b[?2026l'

/**
 * UTF-16 units that reach the terminal in one piece: the kernel passes writes on in blocks of 2,048 bytes, and a unit takes at most
 * three.
 */
const ONE_PIECE = 512

/** Has the terminal show a write as a whole; a short one arrives in one piece without the marks. */
export const synchronizedOutput = (text: string): string => (text.length > ONE_PIECE ? BEGIN + text + END : text)
