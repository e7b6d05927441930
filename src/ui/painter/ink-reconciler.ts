/*
 * The only file that uses Ink's internals. A key must be on the screen before the next one is handled, so its React updates
 * are flushed synchronously. Ink's public API cannot do that, and its package does not export the reconciler that can,
 * which is therefore imported by path. test/ui/painter/ink-reconciler.test.tsx fails if an update of Ink moves or renames it.
 */
import reconciler from '../../../node_modules/ink/build/reconciler.js'

/** Runs `act` and commits all React updates that it makes before it returns. */
export const flushSync = <Result>(act: () => Result): Result => {
  const result = reconciler.discreteUpdates(act, undefined, undefined, undefined, undefined)
  reconciler.flushSyncWork()
  return result
}
