import type { Binding } from '../../src/ui/bindings.ts'
import { listKeys } from '../list.ts'
import { copyJson, leave } from './shared-keys.ts'

/** The keys of whole settings. */
export const settingsKeys = [...listKeys, copyJson, leave] as const satisfies readonly Binding[]
