export const createEmitter = <Args extends readonly unknown[] = []>() => {
  const listeners = new Set<(...args: Args) => void>()
  return {
    /** Returns a function that unsubscribes. */
    subscribe(listener: (...args: Args) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(...args: Args): void {
      for (const listener of listeners) listener(...args)
    },
  }
}
