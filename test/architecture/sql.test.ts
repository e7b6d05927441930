import { expect, test } from 'vitest'
import { source } from './source.ts'
import { foreignNamesInSql } from './sql.ts'

test('SQL of the service interpolates only names of tables and columns, and constants', () => {
  const service = [...source].filter(([path]) => path.startsWith('src/service/'))
  expect(service.length).toBeGreaterThan(30)
  expect(service.flatMap(([path, text]) => foreignNamesInSql(path, text))).toEqual([])
})

const violations: Record<string, string[]> = {
  'db.all(`SELECT row FROM facts WHERE name = ${id}`)': ['id'],
  "db.all(`SELECT row FROM facts WHERE name = '${query.name}'`)": ['query'],
  'db.all("SELECT row FROM facts WHERE name = " + id)': ['id'],
  'db.all(`SELECT row FROM ${`x_${name}`}`)': ['name'],
  'db.all(`SELECT row FROM facts WHERE id IN (${ids.map((id) => quote(id)).join()})`)': ['ids', 'quote'],
  'const part = `AND day > ${day}`': ['day'],
  'db.run(`DELETE FROM facts ${where} LIMIT 1`)': ['where'],
  'db.all(`SELECT ${isGrouped ? "grouped" : column} FROM x`)': ['column'],
}
for (const [code, names] of Object.entries(violations))
  test(`${code} is reported`, () => {
    const found = foreignNamesInSql('src/service/store/x.ts', code)
    for (const name of names) expect(found.join()).toContain(`: ${name} in`)
  })

test('parameters, constants and allowed names are not reported', () => {
  const placeholder = (name: string): string => `\${${name}}`
  const code = [
    `db.all(\`SELECT row FROM ${placeholder('table')} WHERE id = $1\`, [id])`,
    `db.all(\`SELECT ${placeholder('MAX_ROWS')} FROM facts\`, [\`${placeholder('id')}-01\`])`,
    `throw new Error(\`The row ${placeholder('id')} does not exist.\`)`,
  ]
  expect(foreignNamesInSql('src/service/store/retention.ts', code.join('\n'))).toEqual([])
})
