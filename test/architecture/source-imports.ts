import { type Import, importsOf } from './import-graph.ts'
import { source } from './source.ts'

/** The imports of the program, parsed once for all that look at them. */
export const sourceImports: readonly Import[] = importsOf(source)
