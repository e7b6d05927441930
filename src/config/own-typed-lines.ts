import { MOST_LINES, type TypedLines, withLine } from '../domain/history/typed-lines.ts'
import { changeEntry, membersOf, type OwnersFile, readEntry } from './owners-file.ts'

export type TypedLinesOptions = {
  /** The file, which all profiles share. */
  path: string
  /** Names the entry of the file: a hash that tells nobody which key or organisation it is for. */
  owner: string
  /** Texts that are never written. */
  secrets: readonly string[]
  /** Unix ms. */
  now: () => number
}

type Entry = { lines: readonly string[]; at: number }

/**
 * What was typed into the palette, in a file that its owner alone can read, an entry for each organisation. Never throws: where the
 * file cannot be read or written, lines are remembered until the program ends.
 */
export const createOwnTypedLines = ({ path, owner, secrets, now }: TypedLinesOptions): TypedLines => {
  const file = typedLinesIn(path)
  let known: readonly string[] | undefined
  const list = () => {
    known ??= readEntry(file, owner)?.lines ?? []
    return known
  }
  return {
    list,
    add(line) {
      const next = withLine(list(), line, secrets)
      if (next === known) return
      known = next
      try {
        // Another explorer may have added lines of its own meanwhile.
        changeEntry(file, owner, (before) => ({ lines: withLine(before?.lines ?? [], line, secrets), at: now() }))
      } catch {
        // Then the next run does not know it.
      }
    },
  }
}

/** What was typed, in a file, by owner. */
export const typedLinesIn = (path: string): OwnersFile<Entry> => ({
  path,
  member: 'histories',
  parse: (entry) => {
    const { lines, at } = membersOf(entry)
    if (!Array.isArray(lines) || typeof at !== 'number' || !Number.isSafeInteger(at)) return undefined
    return { lines: lines.filter((line) => typeof line === 'string').slice(0, MOST_LINES), at }
  },
  at: ({ at }) => at,
  largestBytes: 5_000_000,
})
