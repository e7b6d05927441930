/** The length of a longest common subsequence, by the textbook quadratic algorithm. */
export const commonLength = (a: readonly unknown[], b: readonly unknown[]): number => {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const item of a) {
    const next = [0]
    for (const [index, other] of b.entries()) {
      next.push(item === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
