/** How deep typed arrays stand in what crosses threads: data, columns, measures. */
const DEEPEST = 4

/**
 * The memory of typed arrays in plain objects that can change hands instead of being copied: each array that has memory of
 * its own. Lists are not looked into, but those of `lists`.
 */
export const transferableIn = (value: unknown, lists: readonly unknown[] = []): ArrayBuffer[] => {
  const found = new Set<ArrayBuffer>()
  collect(value, DEEPEST, found)
  for (const item of lists) collect(item, DEEPEST, found)
  return [...found]
}

const collect = (value: unknown, depth: number, found: Set<ArrayBuffer>): void => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  if (ArrayBuffer.isView(value)) {
    // A part of something larger is another's too, and empty memory is shared by constants.
    const { buffer, byteLength } = value
    if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength > 0) found.add(buffer)
    return
  }
  if (depth > 0) for (const member of Object.values(value)) collect(member, depth - 1, found)
}
