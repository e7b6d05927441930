import type { Reporter, TestModule } from 'vitest/node'

const LISTED = 10

/** Prints the slowest files. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const took = modules.map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }))
    const slowest = took.sort((a, b) => b.ms - a.ms).slice(0, LISTED)
    if (modules.length <= LISTED) return
    console.log(`\n Slowest ${LISTED} of ${modules.length} files`)
    for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
  }
}
