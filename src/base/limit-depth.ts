import { createHash } from 'node:crypto'
import { isContainer } from './json.ts'

/** Placeholder for JSON below the depth limit. `digest` keeps the placeholders of different values distinct. */
export const depthPlaceholder = (levels: number, digest: string): string =>
  `… cut: deeper than ${levels} levels (${digest})`

/**
 * Replaces everything deeper than `levels` in plain data with {@link depthPlaceholder}. Returns the same object if nothing is
 * too deep. It handles any depth, so other recursive code can rely on the limit.
 */
export const limitDepth = (value: unknown, levels: number): unknown =>
  isDeeper(value, levels) ? cut(value, levels) : value

const isDeeper = (value: unknown, levels: number): boolean => {
  if (!isContainer(value)) return false
  if (levels === 0) return true
  for (const name in value) if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true
  return false
}

const cut = (value: unknown, levels: number, left = levels): unknown => {
  if (!isContainer(value)) return value
  if (left === 0)
    return depthPlaceholder(levels, createHash('sha256').update(jsonOfAnyDepth(value)).digest('hex').slice(0, 16))
  if (Array.isArray(value)) return value.map((item) => cut(item, levels, left - 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, levels, left - 1)]))
}

/** JSON of plain data without recursion, which would overflow the stack at great depth. Slower than JSON.stringify. */
export const jsonOfAnyDepth = (value: unknown): string => {
  const pieces: string[] = []
  const left: ({ text: string } | { value: unknown })[] = [{ value }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if ('text' in next) pieces.push(next.text)
    else if (!isContainer(next.value)) pieces.push(JSON.stringify(next.value) ?? 'null')
    else {
      const isList = Array.isArray(next.value)
      const members = Object.entries(next.value)
      pieces.push(isList ? '[' : '{')
      left.push({ text: isList ? ']' : '}' })
      for (const [at, [name, member]] of [...members.entries()].reverse()) {
        left.push({ value: member }, { text: `${at > 0 ? ',' : ''}${isList ? '' : `${JSON.stringify(name)}:`}` })
      }
    }
  }
  return pieces.join('')
}
