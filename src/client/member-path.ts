/** A member that was not as the contract says. */
export type Problem = {
  /** Where, like `data[3].tool_calls`. Holds names from the answer: untrusted. */
  path: string
  /** What the contract wants there. */
  expected: string
}

export const pathText = (path: readonly PropertyKey[]): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`)).join('')
