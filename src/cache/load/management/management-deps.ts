import type { LoadDeps } from '../kit/load-deps.ts'
import type { createComputerMemory } from './computer-memory.ts'
import type { LoadExtensions } from './load-extensions.ts'

export type Caller = NonNullable<LoadDeps['client']>

/** What everything that loads or changes for administrators works with. */
export type ManagementDeps = LoadDeps & {
  extensions: LoadExtensions
  computers: ReturnType<typeof createComputerMemory>
}
