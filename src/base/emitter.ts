/** Functions that are called at each event of one kind. */
export const createEmitter = <Args extends readonly unknown[] = []>() => {
  const listeners = new Set<(...args: Args) => void>()
  return {
    /** Returns how to unsubscribe. */
    subscribe(listener: (...args: Args) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(...args: Args): void {
      for (const listener of listeners) listener(...args)
    },
  }
}
