import { setFlagsFromString } from 'node:v8'

/**
 * Sets V8's flags for the explorer. Call it before the explorer is loaded: V8 rejects what it compiled and cached under other flags. That
 * includes Node's own modules; the one that every start needs is loaded before.
 */
export const setExplorerFlags = (): void => {
  process.getBuiltinModule('node:perf_hooks')
  // Young objects get 1 MB instead of up to 48: an explorer that stays open all day creates few, and this saves a fifth of its memory at
  // no cost in time [measured].
  setFlagsFromString('--semi-space-growth-factor=1')
  // One thread collects so little sooner than it wakes others: a twentieth of the CPU of the first frame [measured].
  setFlagsFromString('--no-parallel-scavenge')
  // WebAssembly (Ink's layout) is small and runs rarely: V8's optimising compiler would take 9 MB for it and make it no faster [measured].
  setFlagsFromString('--liftoff-only')
  // V8's slow compiler would work on the code of a key until the ten-thousandth key: a quarter of what a key costs, and it saves less than
  // the quick compiler does. Loops over many rows are still compiled [measured].
  setFlagsFromString('--invocation-count-for-turbofan=30000')
}
