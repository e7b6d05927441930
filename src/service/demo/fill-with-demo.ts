import type { Store } from '../store.ts'
export type DemoOptions = { users?: number; days?: number; seed?: number }
export const fillWithDemo = (_store: Store, _options: DemoOptions, _now: () => number): void => {}
