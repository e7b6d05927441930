import { globSync, readFileSync } from 'node:fs'
import { root } from '../helpers/built-program.ts'
import { type Import, importsOf, type SourceTree } from './import-graph.ts'

/** The text of files, by path. */
export const treeOf = (...patterns: string[]): SourceTree =>
  new Map(
    globSync(patterns, { cwd: root })
      .toSorted()
      .map((path) => [path, readFileSync(root + path, 'utf8')]),
  )

/** The source of the program. */
export const source: SourceTree = treeOf('src/**/*.{ts,tsx,mjs}', 'screens/**/*.{ts,tsx}')
export const sourceImports: readonly Import[] = importsOf(source)
