type KeyQueueOptions<Item> = {
  /** Does the first item, and with it as many behind it as mean the same; returns how many it did, 1 or more. */
  act: (items: readonly Item[]) => number
  /** Calls back when what was done has been drawn. */
  afterDrawing: (next: () => void) => void
  /** Calls back once keys can be handled: see Keymap. */
  whenFree: (next: () => void) => void
}

/**
 * Items that may wait behind one that had to be done alone. More is no typing but a flood, whose drawings would take minutes:
 * the rest of it is dropped.
 */
export const MAX_WAITING = 2_000
/** Items that may wait at all. */
export const MAX_FLOOD_LENGTH = 1_000_000

/**
 * One key, one drawing: what the second key of a burst means may depend on what the first has opened, so each waits
 * until the one before has been drawn, and until what will hear it is there. The first of a burst is done at once.
 */
export const createKeyQueue = <Item>({ act, afterDrawing, whenFree }: KeyQueueOptions<Item>) => {
  let waiting: Item[] = []
  /** How many of them are urgent. */
  let urgent = 0
  let isResting = true

  const next = () => {
    isResting = waiting.length === 0
    if (!isResting) whenFree(actOnFirst)
  }

  const actOnFirst = () => {
    const items = waiting
    // It may have been cleared meanwhile.
    if (items.length === 0) return afterDrawing(next)
    const rest = items.slice(1)
    waiting = rest
    urgent = Math.max(0, urgent - 1)
    try {
      const done = act(items)
      // Unless it was changed by what was done.
      if (waiting === rest) waiting.splice(0, done - 1)
      if (done === 1 && waiting.length > MAX_WAITING) waiting.length = MAX_WAITING
    } finally {
      afterDrawing(next)
    }
  }
  const add = (items: Item[]) => {
    waiting = items
    if (isResting) next()
  }
  return {
    add(item: Item) {
      if (waiting.length < MAX_FLOOD_LENGTH) waiting.push(item)
      if (isResting) next()
    },
    /** Does these next, in this order, before all that waits. */
    addFirst: (items: readonly Item[]) => add([...items, ...waiting]),
    /** Drops what waits, except for what was added by this before, and does this next. */
    addUrgent(item: Item) {
      const items = [...waiting.slice(0, urgent), item]
      urgent = items.length
      add(items)
    },
    clear() {
      waiting = []
      urgent = 0
    },
  }
}
