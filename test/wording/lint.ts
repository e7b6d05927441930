/**
 * Part of `npm run lint`: prints each line of the sources and documents that contains a word of words.ts, with what to write
 * instead, and fails if there is one.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { banned } from './words.ts'

/** The words that a file may contain, by its path. */
const allowed: Readonly<Record<string, RegExp>> = {
  // The lists themselves, and measurements of earlier versions.
  'test/wording/words.ts': /./,
  'test/wording/lint.ts': /./,
  'test/bench/RESULTS.md': /./,
  // Earlier names of settings and of values in stored files, which are still read.
  'CHANGELOG.md': /^(?:widened|tell|told|beside)$/,
  'src/config/attention-memory.ts': /^told$/,
  'src/config/notifier/notifier-schema.ts': /^tell$/,
  'src/notify/rules/memory.ts': /^told$/,
  'src/notify/spool/read-log.ts': /^(?:told|rehearsal)$/,
  'test/config/attention-memory.test.ts': /^told$/,
  'test/config/notifier/notifier-schema.test.ts': /^tell$/,
  'test/notify/send/sender.test.ts': /^told$/,
  'test/notify/spool/log.test.ts': /^(?:told|rehearsal)$/,
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const paths = ['src', 'screens', 'test'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx,mjs,py,md}`, { cwd: root }),
)
let count = 0
for (const path of [...paths, 'README.md', 'CHANGELOG.md'].sort()) {
  for (const [at, line] of readFileSync(root + path, 'utf8')
    .split('\n')
    .entries()) {
    for (const { pattern, instead } of banned) {
      const word = pattern.exec(line)?.[0]
      if (word === undefined || allowed[path]?.test(word)) continue
      count += 1
      console.log(`${path}:${at + 1}: "${word}": write ${instead}`)
    }
  }
}
if (count > 0) {
  console.log(`${count} words that style forbids.`)
  process.exitCode = 1
}
