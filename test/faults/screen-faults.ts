import type { Fault } from './fault.ts'
import { triedByTest } from './tried-by-test.ts'

const randomKeys = (size: string): Fault =>
  triedByTest(`screens: random keys at ${size}`, 5_000, 'screens/app/random-keys.test.tsx', `random keys at ${size}`)

export const screenFaults: readonly Fault[] = ['60x15', '80x24', '120x36', '200x60'].map(randomKeys)
