import type { Level } from './criteria.ts'

/** What the levels are called. */
const levelNames: Record<Level, string> = {
  1: 'Functional',
  2: 'Documented',
  3: 'Standardized',
  4: 'Optimized',
  5: 'Autonomous',
}

/** `L4 Optimized`, `other` for a criterion of no level. */
export const levelTitle = (level: Level | undefined): string =>
  level === undefined ? 'other' : `L${level} ${levelNames[level]}`
