const BEGIN = '\x1b[?2026h'
const END = '\x1b[?2026l'

/**
 * UTF-16 units that reach a terminal in one piece, and are seen at once without marks that hold it back: the kernel takes
 * writes by 2048 bytes, and a unit is three at most.
 */
const ONE_PIECE = 512

/** What is written at once, for a terminal to show at once. */
export const inOneUpdate = (text: string): string => (text.length > ONE_PIECE ? BEGIN + text + END : text)
