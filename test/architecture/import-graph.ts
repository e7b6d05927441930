import { posix } from 'node:path'
import { parseAst } from 'vitest/node'

/** Source text by path from the repository's root (`src/ui/layout/rows.tsx`). */
export type SourceTree = ReadonlyMap<string, string>

/** One file naming another, or a package: static, dynamic, re-exported or in a type. */
export type Import = {
  from: string
  /** A path in the tree for a relative name, otherwise the name of a package or of a module of Node. */
  to: string
  isOurs: boolean
  /** Gone after compiling. */
  isType: boolean
  /** Loaded when the code gets there, not with the file. */
  isDynamic: boolean
}

/** A dynamic import of a computed name. */
export const UNREADABLE = '(computed)'

/** Every import of every file of the tree, in the order of its text. */
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
    // Of an import, an export or the type of an import.
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

/** Rings of files that import each other, each written once: `['a.ts', 'b.ts']` is a → b → a. */
export const ringsOf = (imports: readonly Import[]): string[][] => {
  const arrows = Map.groupBy(
    imports.filter(({ isOurs }) => isOurs),
    ({ from }) => from,
  )
  const rings: string[][] = []
  const trail: string[] = []
  const done = new Set<string>()
  const follow = (file: string): void => {
    const start = trail.indexOf(file)
    if (start >= 0) {
      rings.push(trail.slice(start))
      return
    }
    if (done.has(file)) return
    trail.push(file)
    for (const { to } of arrows.get(file) ?? []) follow(to)
    trail.pop()
    done.add(file)
  }
  for (const file of arrows.keys()) follow(file)
  return rings
}
