/** Most lines that are kept; of the rest only the number is said. */
const MAX_LINES = 1_000

/** What an import refused, one line each. */
export const createRefusals = () => {
  const lines: string[] = []
  let count = 0
  return {
    /**
     * @param file Path of the file, from the folder that is imported.
     * @param place Where in the file, such as `data[3].tool_calls`; empty for the file as a whole.
     */
    add: (file: string, place: string, why: string): void => {
      count++
      // Names and values come from outside: one refusal stays one line.
      const line = [file, place, why].filter((part) => part !== '').join(': ')
      if (lines.length < MAX_LINES) lines.push(line.replace(/\p{Cc}/gu, ' '))
    },
    count: (): number => count,
    lines: (): string[] => (count > lines.length ? [...lines, `and ${count - lines.length} more`] : lines),
  }
}
export type Refusals = ReturnType<typeof createRefusals>
