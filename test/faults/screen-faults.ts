import type { Fault } from './fault.ts'
import { triedByTest } from './tried-by-test.ts'

const randomKeys = (size: string): Fault =>
  triedByTest(`screens: random keys at ${size}`, 20_000, 'screens/app/random-keys.test.tsx', `random keys at ${size}`)

const hostile = (name: string, count: number, where: string): Fault =>
  triedByTest(name, count, 'safety/hostile-families.test.tsx', `texts of 40 families do nothing ${where}`)

/** Hostile text in every answer, and keys pressed at random. */
export const screenFaults: readonly Fault[] = [
  hostile('texts: 40 families in every format of every command', 3_200, 'in any format'),
  hostile('texts: 40 families on every screen', 600, 'on any screen'),
  ...['60x15', '80x24', '120x36', '200x60'].map(randomKeys),
]
