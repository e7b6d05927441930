/**
 * Twelve hex digits that nobody else comes upon by chance, and that somebody could guess: unlike those of node:crypto they cost
 * nothing.
 */
export const randomName = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0')
