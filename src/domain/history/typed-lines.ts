import { maskText } from '../secrets/mask-text.ts'

/** History of typed lines, newest first, without duplicates. */
export type TypedLines = {
  list(): readonly string[]
  add(line: string): void
}

/** Maximum number of lines in the history. */
export const MAX_LINES = 100
/** A longer line, in UTF-16 units, is probably pasted by mistake and isn't stored. */
const MAX_LINE_LENGTH = 300

/**
 * Adds a line at the start of the history, and removes older copies of it.
 *
 * @param secrets - Lines that contain one of these texts aren't stored; nor are lines that contain text in the form of
 * a secret.
 */
export const withLine = (
  lines: readonly string[],
  line: string,
  secrets: readonly string[] = [],
): readonly string[] => {
  const isKept = line !== '' && line.length <= MAX_LINE_LENGTH && !containsSecret(line, secrets)
  return isKept ? [line, ...lines.filter((one) => one !== line)].slice(0, MAX_LINES) : lines
}

const containsSecret = (line: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => secret !== '' && line.includes(secret)) || maskText(line, () => '') !== line

/** A history in memory, without persistence. */
export const createTypedLines = (): TypedLines => {
  let lines: readonly string[] = []
  return {
    list: () => lines,
    add(line) {
      lines = withLine(lines, line)
    },
  }
}
