/** Things to do one after the other, with time for a drawing in between. */
export type KeyQueue = { add(act: () => void): void; clear(): void }

/**
 * One key, one drawing: what the second key of a burst means may depend on what the first has opened, so each waits
 * until the one before has been drawn. The first of a burst is done at once.
 */
export const createKeyQueue = (afterDrawing: (next: () => void) => void = drawn): KeyQueue => {
  let waiting: (() => void)[] = []
  let isResting = true
  const next = () => {
    const act = waiting.shift()
    isResting = act === undefined
    if (!act) return
    try {
      act()
    } finally {
      afterDrawing(next)
    }
  }
  return {
    add(act) {
      waiting.push(act)
      if (isResting) next()
    },
    clear() {
      waiting = []
    },
  }
}

/**
 * Calls back once what a key has changed is drawn. React asks for its own turn in a microtask after the key, so that it stands
 * behind a first immediate and before a second one.
 */
export const drawn = (next: () => void) => void setImmediate(() => setImmediate(next))
