/** Things to do one after the other, with time for a drawing in between. */
export type KeyQueue = { add(act: () => void): void; clear(): void }

/**
 * One key, one drawing: what the second key of a burst means may depend on what the first has opened, so each waits
 * until the one before has been drawn. The first of a burst is done at once.
 */
export const createKeyQueue = (afterDrawing: (next: () => void) => void = setImmediate): KeyQueue => {
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
