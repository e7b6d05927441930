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

/** A dynamic import of a name that is only known when it runs; nothing can be said about such an arrow. */
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
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, found)
  return found
}

const visit = (node: Node, found: Named[]): void => {
  const isType = node.type === 'TSImportType' || isTypeOnly(node)
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      if (node.source) {
        found.push({ name: literal(node.source), isType, isDynamic: node.type === 'ImportExpression' })
      }
      break
    case 'TSExternalModuleReference':
      found.push({ name: literal(node.expression), isType, isDynamic: false })
      break
    case 'CallExpression':
      if ((node.callee as Node).name === 'require') {
        found.push({ name: literal((node.arguments as unknown[])[0]), isType: false, isDynamic: false })
      }
  }
  for (const member of Object.values(node)) {
    if (Array.isArray(member)) for (const item of member) if (isNode(item)) visit(item, found)
    if (isNode(member)) visit(member, found)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const isTypeOnly = (node: Node): boolean => {
  if (node.importKind === 'type' || node.exportKind === 'type') return true
  const specifiers = node.specifiers as Node[] | undefined
  if (!specifiers || specifiers.length === 0) return false
  return specifiers.every(({ importKind, exportKind }) => importKind === 'type' || exportKind === 'type')
}

const literal = (node: unknown): string => {
  const value = isNode(node) ? node.value : undefined
  return typeof value === 'string' ? value : UNREADABLE
}

/** Rings of files that import each other, each written once: `['a.ts', 'b.ts']` is a → b → a. */
export const ringsOf = (imports: readonly Import[]): string[][] => {
  const arrows = new Map<string, string[]>()
  for (const { from, to, isOurs } of imports) if (isOurs) arrows.set(from, [...(arrows.get(from) ?? []), to])
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
    for (const next of arrows.get(file) ?? []) follow(next)
    trail.pop()
    done.add(file)
  }
  for (const file of arrows.keys()) follow(file)
  return rings
}
