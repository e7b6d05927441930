/** Things to do one after the other, with time for a drawing in between. */
export type KeyQueue = { add(act: () => void): void; clear(): void }

/**
 * One key, one drawing: what the second key of a burst means may depend on what the first has opened, so each waits
 * until the one before has been drawn, and until what will hear it is there. The first of a burst is done at once.
 *
 * @param whenFree - Calls back once keys can be heard: see Keymap.
 */
export const createKeyQueue = (
  afterDrawing: (next: () => void) => void = drawn,
  whenFree: (next: () => void) => void = (next) => next(),
): KeyQueue => {
  let waiting: (() => void)[] = []
  let isResting = true
  const next = () => {
    isResting = waiting.length === 0
    if (!isResting) whenFree(actOnFirst)
  }
  const actOnFirst = () => {
    try {
      waiting.shift()?.()
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

// React asks for its own turn in a microtask after the key, so that it stands behind a first immediate and before a
// second one.
const drawn = (next: () => void) => void setImmediate(() => setImmediate(next))
