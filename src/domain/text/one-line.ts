/** Prose on one line, with single spaces between words. Empty for undefined. */
export const oneLine = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim()
