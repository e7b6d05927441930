/**
 * A list that does not fit into memory, such as the 100,000 users of a day. Each iteration reads its parts again, one
 * at a time. JSON.stringify writes it as a list, but reads all of it.
 */
export class LongList<Item = unknown> {
  readonly #readParts: () => Iterable<readonly Item[]>

  constructor(readParts: () => Iterable<readonly Item[]>) {
    this.#readParts = readParts
  }

  parts(): Iterable<readonly Item[]> {
    return this.#readParts()
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const part of this.#readParts()) yield* part
  }

  map<Other>(toOther: (item: Item) => Other): LongList<Other> {
    const readParts = this.#readParts
    return new LongList(function* () {
      for (const part of readParts()) yield part.map(toOther)
    })
  }

  toJSON(): Item[] {
    return [...this]
  }
}

/** Packed parts of the long lists of one response. */
export type PackedLists = {
  /** Random text that a response can't contain by chance or by intent. {@link listReference} contains it. */
  id: string
  /** The parts of each list. */
  lists: readonly (readonly PackedPart[])[]
}

/** Consecutive items of a list, packed. */
export type PackedPart = {
  /** After tolerant parsing. */
  items: Uint8Array
  /** As received; undefined if they equal the parsed ones. */
  raw: Uint8Array | undefined
}

const REFERENCE = 'long list'

/** The only item that a row has in place of the items of a long list. */
export const listReference = (id: string, list: number, parts: number): Record<string, string> => ({
  [REFERENCE]: `${id}:${list}:${parts}`,
})

/** The index of a long list and the number of its parts; undefined if `value` is not a reference to a list of `id`. */
export const readReference = (value: unknown, id: string): { list: number; parts: number } | undefined => {
  const [item] = Array.isArray(value) && value.length === 1 ? value : []
  const text: unknown = typeof item === 'object' && item !== null ? item[REFERENCE] : undefined
  const [own, list, parts] = typeof text === 'string' ? text.split(':') : []
  return own === id ? { list: Number(list), parts: Number(parts) } : undefined
}
