import { maskText } from '../secrets/mask-text.ts'

/** Lines that were typed and done, the newest first, none of them twice. */
export type TypedLines = {
  list(): readonly string[]
  add(line: string): void
}

/** Lines that are kept. */
export const MAX_LINES = 100
/** A line that is longer, in UTF-16 units, was pasted by mistake. */
const MAX_LINE_LENGTH = 300

/**
 * The lines with this one first.
 *
 * @param secrets - Texts that no kept line may hold, besides what looks like a secret.
 */
export const withLine = (
  lines: readonly string[],
  line: string,
  secrets: readonly string[] = [],
): readonly string[] => {
  const isKept = line !== '' && line.length <= MAX_LINE_LENGTH && !isSecretive(line, secrets)
  return isKept ? [line, ...lines.filter((one) => one !== line)].slice(0, MAX_LINES) : lines
}

const isSecretive = (line: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => secret !== '' && line.includes(secret)) || maskText(line, () => '') !== line

/** Lines that are forgotten when the program ends. */
export const createTypedLines = (): TypedLines => {
  let lines: readonly string[] = []
  return {
    list: () => lines,
    add(line) {
      lines = withLine(lines, line)
    },
  }
}
