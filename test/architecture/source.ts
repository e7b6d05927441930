import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SourceTree } from './import-graph.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const paths = globSync(['src/**/*.{ts,tsx,mjs}', 'screens/**/*.{ts,tsx}'], { cwd: root })

/** The source of the program, by path. */
export const source: SourceTree = new Map(paths.sort().map((path) => [path, readFileSync(`${root}${path}`, 'utf8')]))
