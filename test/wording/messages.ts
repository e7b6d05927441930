import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vitest/node'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The file that lists every message of the program, for reviewers. */
export const MESSAGES = fileURLToPath(new URL('messages.txt', import.meta.url))

// SQL is not a message, and neither are the texts of demo data and of the build.
const SQL = /\b(?:SELECT|INSERT|UPDATE|DELETE FROM|CREATE|PRAGMA|ALTER TABLE|ORDER BY|WHERE)\b/
const NOT_MESSAGES = /^src\/(?:build|service\/demo)\//

/** A string with at least three words is taken for a message. */
const isMessage = (text: string): boolean =>
  text.includes(' ') && (text.match(/\p{L}{2,}/gu) ?? []).length >= 3 && !SQL.test(text)

type Node = { type: string; value?: unknown; quasis?: { value: { cooked: string } }[] }

/** The messages in the syntax tree of a file, each once; `{…}` stands for a placeholder. */
const messagesIn = (path: string): string[] => {
  const found = new Set<string>()
  const add = (text: string): void => {
    if (isMessage(text)) found.add(JSON.stringify(text.trim()).slice(1, -1))
  }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value, quasis = [] } = node as Node
    if (type === 'ImportDeclaration') return
    if (type === 'TemplateLiteral') add(quasis.map((part) => part.value.cooked).join('{…}'))
    else if (type === 'JSXText' || (type === 'Literal' && typeof value === 'string')) add(String(value))
    for (const member of Object.values(node)) visit(member)
  }
  visit(parseAst(readFileSync(root + path, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return [...found]
}

/** Every message of the program by file, in the order of the code. */
export const messages = (): string =>
  globSync(['src/**/*.{ts,tsx}', 'screens/**/*.{ts,tsx}'], { cwd: root })
    .filter((path) => !NOT_MESSAGES.test(path))
    .sort()
    .map((path) => ({ path, found: messagesIn(path) }))
    .filter(({ found }) => found.length > 0)
    .map(({ path, found }) => `${path}\n${found.map((text) => `  ${text}\n`).join('')}`)
    .join('\n')
