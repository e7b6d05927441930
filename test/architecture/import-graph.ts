import { posix } from 'node:path'
import { parseAst } from 'vitest/node'

/** Source text by path from the repository's root (`src/ui/layout/rows.tsx`). */
export type SourceTree = ReadonlyMap<string, string>

/** An import of a file or package by a file: static, dynamic, a re-export, or an `import()` type. */
export type Import = {
  from: string
  /** A path in the tree for a relative name, otherwise the name of a package or of a module of Node. */
  to: string
  isOurs: boolean
  /** Whether it imports only types, so that the compiled code doesn't contain it. */
  isType: boolean
  /** Whether it is an `import()` expression. */
  isDynamic: boolean
}

/** A dynamic import of a computed name. */
export const UNREADABLE = '(computed)'

/** All imports of all files of the tree, in the order of the files and of their text. */
export const importsOf = (tree: SourceTree): Import[] =>
  [...tree].flatMap(([from, source]) =>
    namesIn(source, from).map(({ name, isType, isDynamic }) => {
      const isOurs = name.startsWith('.')
      return { from, to: isOurs ? posix.join(posix.dirname(from), name) : name, isOurs, isType, isDynamic }
    }),
  )

type Node = { type: string; [member: string]: unknown }
type Named = { name: string; isType: boolean; isDynamic: boolean }

const namesIn = (source: string, path: string): Named[] => {
  const found: Named[] = []
  const visit = (node: Node): void => {
    const { type, source } = node
    // The node is an import, an export from another file, or an `import()` type.
    if (isNode(source)) {
      const name = typeof source.value === 'string' ? source.value : UNREADABLE
      found.push({ name, isType: type === 'TSImportType' || isTypeOnly(node), isDynamic: type === 'ImportExpression' })
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child)
  }
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node)
  return found
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const isTypeOnly = ({ importKind, exportKind, specifiers = [] }: Node): boolean => {
  if (importKind === 'type' || exportKind === 'type') return true
  const all = specifiers as Node[]
  return all.length > 0 && all.every((one) => one.importKind === 'type' || one.exportKind === 'type')
}

/** Import cycles, each listed once: `['a.ts', 'b.ts']` is a → b → a. */
export const cyclesOf = (imports: readonly Import[]): string[][] => {
  const arrows = Map.groupBy(
    imports.filter(({ isOurs }) => isOurs),
    ({ from }) => from,
  )
  const cycles: string[][] = []
  const trail: string[] = []
  const done = new Set<string>()
  const follow = (file: string): void => {
    const start = trail.indexOf(file)
    if (start >= 0) {
      cycles.push(trail.slice(start))
      return
    }
    if (done.has(file)) return
    trail.push(file)
    for (const { to } of arrows.get(file) ?? []) follow(to)
    trail.pop()
    done.add(file)
  }
  for (const file of arrows.keys()) follow(file)
  return cycles
}
