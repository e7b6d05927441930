import type { OptionRow, OptionsOf } from './option-row.ts'
import { parseWhole } from './parse-whole.ts'
import type { DemoSize } from './world.ts'

/** Options that shape the made-up organisation. */
export const demoOptions = [
  { flags: '--users <number>', help: 'people in the made-up organisation (default: 60)' },
  { flags: '--days <number>', help: 'days of data, up to yesterday (default: all since 2026-01-14)' },
  { flags: '--seed <number>', help: 'another number makes another organisation (default: 1)' },
] as const satisfies readonly OptionRow[]

export const parseDemoSize = ({ users, days, seed }: OptionsOf<typeof demoOptions>): DemoSize => ({
  users: parseWhole(users, '--users', { min: 1, max: 100_000 }),
  days: parseWhole(days, '--days', { min: 1, max: 3_650 }),
  seed: parseWhole(seed, '--seed', { min: 0, max: 2 ** 32 - 1 }),
})
