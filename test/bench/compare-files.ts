/** Compares two files of settings, as the explorer and `controls diff` do, and prints each change, a line each. */
import { readFileSync } from 'node:fs'
import { diffSettings } from '../../src/domain/settings-diff/diff-settings.ts'
import { pathText } from '../../src/domain/settings-diff/setting-path.ts'

const [before, after] = process.argv.slice(2).map((name) => JSON.parse(readFileSync(name, 'utf8')))
const lines = diffSettings(before, after).map((change) => JSON.stringify({ ...change, path: pathText(change.path) }))
process.stdout.write(lines.map((line) => `${line}\n`).join(''))
