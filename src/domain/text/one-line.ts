/** Prose on one line: what separates its words becomes one space each. Empty for undefined. */
export const oneLine = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim()
