import type { RawRow } from './row-layout.ts'

/** The columns of csv: the contract's members first, then what else the rows hold, in the order of their first row. */
export const membersOf = (rows: readonly RawRow[], known: readonly string[]): string[] => {
  const members = new Set(known)
  for (const row of rows) for (const member of Object.keys(row)) members.add(member)
  return [...members]
}

/** The columns of md: as {@link membersOf}, without those that hold an array or an object in any row. */
export const scalarMembers = (rows: readonly RawRow[], known: readonly string[]): string[] =>
  membersOf(rows, known).filter((member) =>
    rows.every((row) => !Object.hasOwn(row, member) || typeof row[member] !== 'object' || row[member] === null),
  )
