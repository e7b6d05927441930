import { parseAst } from 'vitest/node'

/**
 * The names that SQL of a file may interpolate: of tables, columns and constants. Values from outside are parameters; text
 * that is compared or stored must never be part of a statement. Before you add a name, make sure that only constants of
 * the program can be in it.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // `partitionName` checks `month`.
  'src/service/db/postgres-schema.ts': ['table', 'column', 'columns', 'key', 'other', 'types', 'kind', 'month', 'next'],
  'src/service/db/postgres-statements.ts': ['table', 'columns', 'column', 'lists', 'onConflict'],
  'src/service/db/sqlite-db.ts': ['table', 'columns', 'insert', 'onConflict'],
  'src/service/db/sqlite-schema.ts': ['table', 'column', 'columns', 'types', 'kind'],
  'src/service/db/tables.ts': ['table', 'column', 'rest', 'merge', 'mergeSql'],
  // `timeOf` names a column.
  'src/service/operations/dashboard-queries.ts': ['timeOf'],
  'src/service/store/analytics-store.ts': ['column', 'own', 'table'],
  // `DayPart` names a column.
  'src/service/store/day-pieces.ts': ['part'],
  'src/service/store/forgetting.ts': ['table', 'key', 'column', 'where'],
  // `now` is the database's time, and `sql` a constant statement.
  'src/service/store/lease-store.ts': ['now', 'sql'],
  'src/service/store/live-store.ts': ['table'],
  // `list` is a subquery over a parameter.
  'src/service/store/live-sums.ts': ['table', 'list'],
  'src/service/store/management-stores.ts': ['table', 'rankColumn'],
  // `$1`, `$2`, …
  'src/service/store/organization-store.ts': ['values'],
  'src/service/store/retention.ts': ['table'],
  // `daysOf` checks `newest` and `days`.
  'src/service/store/rollups.ts': [
    ...['column', 'columns', 'names', 'sums', 'sort', 'value', 'parameter'],
    ...['isDay', 'isWanted', 'isAfter', 'part', 'chosen', 'window', 'windows', 'days', 'newest'],
  ],
  'src/service/store/store.ts': ['table'],
  'src/service/store/sync-store.ts': ['column', 'table'],
}
/** Functions that return names and conditions, or check them, and the database that one of them distinguishes. */
const allowedEverywhere = ['keyOf', 'partitionName', 'isMonthly', 'conflictSql', 'isIn', 'db', 'transaction']

const SQL =
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|CREATE INDEX|ALTER TABLE|DROP TABLE|PRAGMA|WHERE|AND|FROM|VALUES|ORDER BY|GROUP BY|LIMIT|ON CONFLICT|DO UPDATE|NOT NULL|PRIMARY KEY|excluded\.|ANY ?\(|IN ?\()/

type Node = { type: string; start: number; end: number; [member: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The names of variables and functions whose values become part of an expression's text. */
const namesIn = (node: Node, own: ReadonlySet<string> = new Set()): string[] => {
  if (node.type === 'Identifier') return own.has(String(node.name)) ? [] : [String(node.name)]
  if (node.type === 'MemberExpression' && node.computed === false) return namesIn(node.object as Node, own)
  if (node.type === 'ConditionalExpression')
    return [node.consequent as Node, node.alternate as Node].flatMap((one) => namesIn(one, own))
  if (node.type !== 'ArrowFunctionExpression') return childrenOf(node).flatMap((child) => namesIn(child, own))
  const parameters = (node.params as Node[]).flatMap((parameter) => namesIn(parameter))
  return namesIn(node.body as Node, new Set([...own, ...parameters]))
}

/** The texts of an expression that are part of the program, and its other parts. */
const partsOf = (node: Node): { texts: string[]; expressions: Node[] } | undefined => {
  if (node.type === 'TemplateLiteral') {
    const texts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    return { texts, expressions: node.expressions as Node[] }
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  const sides = [node.left as Node, node.right as Node]
  const isText = ({ type, value }: Node): boolean => type === 'Literal' && typeof value === 'string'
  return {
    texts: sides.filter(isText).map(({ value }) => String(value)),
    expressions: sides.filter((side) => !isText(side) && side.type !== 'TemplateLiteral'),
  }
}

/** Each name that is interpolated into SQL and not allowed there, as `file: name in …`. */
export const foreignNamesInSql = (path: string, source: string): string[] => {
  const problems: string[] = []
  const permitted = new Set([...(allowed[path] ?? []), ...allowedEverywhere])
  const isConstant = (name: string): boolean => /^[A-Z][A-Z\d_]*$/.test(name) || name === 'undefined'
  const visit = (node: Node): void => {
    const parts = partsOf(node)
    if (parts?.texts.some((text) => SQL.test(text)))
      for (const name of new Set(parts.expressions.flatMap((one) => namesIn(one))))
        if (!permitted.has(name) && !isConstant(name))
          problems.push(`${path}: ${name} in ${source.slice(node.start, node.end).slice(0, 60)}`)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node)
  return problems
}
