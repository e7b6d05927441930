import { fromParts, type Part } from './parts.ts'

/** The parts of answers that are in use on this side, each one object. */
export type PartStore = {
  /** Begins to take an answer in. */
  begin(): PartReader
}

/** Takes the parts of an answer in. It holds on to all that it has told as known, and to what it has taken. */
export type PartReader = {
  /** Digests of the parts that need not be sent. */
  readonly known: readonly string[]
  take(parts: readonly Part[]): void
  /** The answer with its parts, the last of which has been taken. Another one may follow. */
  finish<Answer>(root: Answer): Answer
}

/** Parts are kept as long as anybody uses them. */
export const createPartStore = (): PartStore => {
  const store = new Map<string, WeakRef<object>>()
  const gone = new FinalizationRegistry<string>((digest) => {
    if (store.get(digest)?.deref() === undefined) store.delete(digest)
  })
  return {
    begin() {
      const held = new Map<string, unknown>()
      for (const [digest, reference] of store) {
        const part = reference.deref()
        if (part !== undefined) held.set(digest, part)
      }
      let parts: unknown[] = []
      return {
        known: [...held.keys()],
        take(more) {
          for (const { digest, value, joins } of more) {
            if (value !== undefined && !held.has(digest)) {
              const part = fromParts(value, parts, joins) as object
              held.set(digest, part)
              store.set(digest, new WeakRef(part))
              gone.register(part, digest)
            }
            parts.push(held.get(digest))
          }
        },
        finish(root) {
          const answer = fromParts(root, parts) as typeof root
          parts = []
          return answer
        },
      }
    },
  }
}
