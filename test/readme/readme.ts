// Writes the tables of the README: npm run readme
import { readFileSync, writeFileSync } from 'node:fs'
import { withTables } from './tables.ts'

const path = new URL('../../README.md', import.meta.url)
writeFileSync(path, await withTables(readFileSync(path, 'utf8')))
