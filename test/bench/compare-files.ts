/** Compares two files of settings, as the explorer and `controls diff` do, and says how many changes there are. */
import { readFileSync } from 'node:fs'
import { diffSettings } from '../../src/domain/settings-diff/diff-settings.ts'

const [before, after] = process.argv.slice(2).map((name) => JSON.parse(readFileSync(name, 'utf8')))
process.stdout.write(`${diffSettings(before, after).length} changes\n`)
