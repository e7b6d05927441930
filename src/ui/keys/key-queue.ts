type KeyQueueOptions<Item> = {
  /** Handles the first item, and following items that can be combined with it. Returns their number, 1 or more. */
  act: (items: readonly Item[]) => number
  /** Runs the callback after the effect is on the screen. */
  afterDrawing: (next: () => void) => void
  /** Runs the callback once keys can be handled: see Keymap. */
  whenFree: (next: () => void) => void
}

/**
 * Maximum number of items that wait behind one that was handled alone. More items are not typing but a flood, which
 * would take minutes to paint, so the rest is dropped.
 */
export const MAX_WAITING = 2_000
/** Maximum number of waiting items. */
export const MAX_FLOOD_LENGTH = 1_000_000

/**
 * Handles one key per frame. The meaning of a key may depend on what the previous key opened, so each key waits until
 * the previous one is on the screen and its target is ready. The first key of a burst is handled immediately.
 */
export const createKeyQueue = <Item>({ act, afterDrawing, whenFree }: KeyQueueOptions<Item>) => {
  let waiting: Item[] = []
  /** The number of urgent items among them. */
  let urgent = 0
  let isIdle = true

  const next = () => {
    isIdle = waiting.length === 0
    if (!isIdle) whenFree(actOnFirst)
  }

  const actOnFirst = () => {
    const items = waiting
    // The queue may have been cleared in the meantime.
    if (items.length === 0) return afterDrawing(next)
    const rest = items.slice(1)
    waiting = rest
    urgent = Math.max(0, urgent - 1)
    try {
      const done = act(items)
      // Don't remove items if the handler itself has changed the queue.
      if (waiting === rest) waiting.splice(0, done - 1)
      if (done === 1 && waiting.length > MAX_WAITING) waiting.length = MAX_WAITING
    } finally {
      afterDrawing(next)
    }
  }
  const add = (items: Item[]) => {
    waiting = items
    if (isIdle) next()
  }
  return {
    add(item: Item) {
      if (waiting.length < MAX_FLOOD_LENGTH) waiting.push(item)
      if (isIdle) next()
    },
    /** Inserts items, in order, before all waiting ones. */
    addFirst: (items: readonly Item[]) => add([...items, ...waiting]),
    /** Drops waiting items, except for earlier urgent ones, and handles this item next. */
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
