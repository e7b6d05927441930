import { setFlagsFromString } from 'node:v8'

/**
 * Sets V8's flags for the explorer. Call it before the explorer is loaded: V8 rejects code that was compiled and cached
 * under other flags. This applies to Node's own modules too, so load the one that every start needs before setting the flags.
 */
export const setExplorerFlags = (): void => {
  process.getBuiltinModule('node:perf_hooks')
  // Collecting so little memory on one thread is faster than waking others: it saves 5 % of the CPU of the first frame
  // [measured].
  setFlagsFromString('--no-parallel-scavenge')
  // WebAssembly (Ink's layout) is small and runs rarely: V8's optimizing compiler would take 9 MB and make it no faster
  // [measured].
  setFlagsFromString('--liftoff-only')
  // By default V8 keeps optimizing the code that handles keys during the first ten thousand key presses. That takes a
  // quarter of the CPU of a key press and saves less. Loops over many rows are still optimized [measured].
  setFlagsFromString('--invocation-count-for-turbofan=30000')
  // What Maglev, V8's quick compiler, compiles for the first frame rarely runs again. This saves a tenth of that frame's
  // CPU and 2 MB [measured].
  setFlagsFromString('--invocation-count-for-maglev=10000')
}

/**
 * Call it after the first frame. Without Maglev's default threshold, keys would take up to 30 % more CPU [measured].
 * From now on, young objects get no more memory: an explorer that stays open all day creates few, and V8 would use up to
 * 48 MB. Until then, growing saves a tenth of the CPU of a start with an empty cache, and takes 5 MB [measured].
 */
export const setFlagsAfterFirstFrame = (): void => {
  setFlagsFromString('--invocation-count-for-maglev=400')
  limitYoungGeneration()
}

/**
 * Call it before processing many rows that are not needed for long. By default V8 collects garbage only at four times
 * the needed memory. 200,000 rows then take 140 MB instead of 105 MB; 20,000 rows take 95 MB. It costs 5 % of
 * the CPU. Compiling a function with much inlined code takes 10 MB that are never returned [measured].
 */
export const tuneGcForStreaming = (): void => {
  limitYoungGeneration()
  setFlagsFromString('--heap-growing-percent=50')
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=100')
}

/**
 * Limits the memory of young objects from now on. V8 would use up to 48 MB, which a service, or a walk through many
 * rows, fills with garbage. The limit halves the memory for a tenth of the CPU [measured]. Don't use it for short runs:
 * V8 rejects the code of Node's own modules that was compiled under other flags.
 */
export const limitYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=1')
