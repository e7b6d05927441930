import type { Fault } from './fault.ts'
import { triedByTest } from './tried-by-test.ts'

/** Signs in patterns, pictures and rows that must not come back, and links in place of our folders. */
export const safetyFaults: readonly Fault[] = [
  triedByTest(
    'patterns: texts of all printable signs',
    20_000,
    'domain/settings-diff/path-glob.test.ts',
    'a pattern of any printable signs throws nothing',
  ),
  triedByTest(
    'pictures: two explorers, deletions and refusals',
    1_000,
    'app/keep-frame.test.ts',
    'in any order of pictures and deletions',
  ),
  triedByTest(
    'refusals: of any call of any command',
    300,
    'commands/refused-key.test.ts',
    'whichever call of a command is refused',
  ),
  triedByTest(
    'cache: planted links',
    500,
    'cache/ledger/kept-frames.test.ts',
    'whatever is planted in place of files of ours',
  ),
]
