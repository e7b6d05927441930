/** How many figures were compared, and which of them differ, by kind. */
export type Tally = {
  /** Numbers that differ by less than a billionth of themselves are the same: sums of fractions depend on their order. */
  same(kind: string, what: string, printed: unknown, expected: unknown): void
  /** Compares every number, string and boolean in two values, member by member. */
  sameIn(kind: string, what: string, printed: unknown, expected: unknown): void
  kinds(): readonly Kind[]
}

export type Kind = { name: string; compared: number; differ: number; first: readonly string[] }

const MAX_SHOWN = 5

export const createTally = (): Tally => {
  const byName = new Map<string, { compared: number; differ: number; first: string[] }>()
  const same = (name: string, what: string, printed: unknown, expected: unknown) => {
    const kind = byName.get(name) ?? { compared: 0, differ: 0, first: [] }
    byName.set(name, kind)
    kind.compared++
    if (isSame(printed, expected)) return
    kind.differ++
    if (kind.first.length < MAX_SHOWN)
      kind.first.push(`${what}: printed ${JSON.stringify(printed)}, expected ${JSON.stringify(expected)}`)
  }
  const sameIn = (kind: string, what: string, printed: unknown, expected: unknown): void => {
    if (typeof expected !== 'object' || expected === null) {
      same(kind, what, printed, expected)
      return
    }
    const own = (typeof printed === 'object' && printed !== null ? printed : {}) as Record<string, unknown>
    if (Array.isArray(expected)) same(kind, `${what}.length`, (own as { length?: number }).length, expected.length)
    for (const [name, value] of Object.entries(expected)) sameIn(kind, `${what}.${name}`, own[name], value)
  }
  return { same, sameIn, kinds: () => [...byName].map(([name, kind]) => ({ name, ...kind })) }
}

const isSame = (one: unknown, other: unknown): boolean => {
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other))
  return (one ?? null) === (other ?? null)
}
