import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wordsOfLine } from '../../../src/commands/completion/complete-words.ts'
import { createStore } from '../../../src/service/store/store.ts'
import { fileFolder } from '../../helpers/make-folder.ts'
import { postgresServers } from '../../helpers/postgres.ts'
import { runQd } from '../../helpers/run-qd.ts'
import { createTestService } from '../../service/test-service.ts'

const folder = fileFolder()
let files = 0
const engines = [
  {
    name: 'SQLite',
    createDatabase: async () => {
      const data = join(folder, `${files++}.db`)
      await createStore(data).close()
      return data
    },
  },
  ...(await postgresServers(1)),
]
const qd = (line: string) => runQd(wordsOfLine(line))

const written = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

for (const { name, createDatabase } of engines)
  test(`${name}: an import replaces all teams or budgets, keeps their order, and is recorded`, async () => {
    const data = await createDatabase()
    const file = written('teams.csv', 'email,team\nb@x.example,core/compilers\n*@x.example,"\'); DROP TABLE teams"\n')
    expect(await qd(`serve teams import ${file} --data ${data}`)).toMatchObject({
      code: 0,
      out: 'Imported 2 lines for 2 teams, which replaced 0 earlier rows.\n',
    })
    expect((await qd(`serve teams list --data ${data} --format csv`)).out).toBe(
      'email,team\r\nb@x.example,core/compilers\r\n*@x.example,"\'); DROP TABLE teams"\r\n',
    )
    const one = written('one.csv', 'email,team\na@x.example,web\n')
    expect((await qd(`serve teams import ${one} --data ${data} --json`)).out).toBe(
      '{"schema":1,"imported":1,"replaced":2}\n',
    )
    expect((await qd(`serve teams list --data ${data} --json`)).out).toBe(
      '{"schema":1,"teams":[{"email":"a@x.example","team":"web"}]}\n',
    )
    const budgets = written('budgets.json', '// Of 2026.\n[{"scope": "team:web", "credits": 1.5e6}]\n')
    expect((await qd(`serve budgets import ${budgets} --data ${data}`)).out).toBe(
      'Imported 1 budget, which replaced 0 earlier rows.\n',
    )
    expect((await qd(`serve budgets list --data ${data} --format table`)).out).toMatch(
      /^SCOPE +CREDITS A MONTH\nteam:web +1,500,000\n/,
    )
    const { changes } = JSON.parse((await qd(`serve audit --data ${data} --json`)).out)
    expect(changes.map(({ action, target }: Record<string, string>) => `${action}: ${target}`).sort()).toEqual([
      'serve budgets import: 1 budget',
      'serve teams import: 1 line',
      'serve teams import: 2 lines',
    ])
  })

test('a wrong file changes nothing, and everything that is wrong is named with its line', async () => {
  const data = join(folder, 'data.db')
  await createStore(data).close()
  const teams = written('wrong.csv', 'email,team\na@x.example,\nA@x.example,web\n')
  expect(await qd(`serve teams import ${teams} --data ${data}`)).toMatchObject({
    code: 2,
    err: `${teams}, line 2: the team is missing, and 1 more problem.\nline 2: the team is missing\nline 3: "A@x.example" is already in line 2\n`,
  })
  const budgets = written(
    'wrong.json',
    '{"budgets": [\n{"scope": "everybody", "credits": 1},\n{"scope": "team:a", "credits": 0},\n{"scope": "TEAM:A", "credit": 2},\n{"scope": "team:a", "credits": "2"}\n]}',
  )
  expect(await qd(`serve budgets import ${budgets} --data ${data}`)).toMatchObject({
    code: 2,
    err: [
      `${budgets}, line 2, column 2: budgets.0.scope must be organization, team:NAME or user:EMAIL, and 5 more problems.`,
      'line 2, column 2: budgets.0.scope must be organization, team:NAME or user:EMAIL',
      'line 3, column 21: budgets.1.credits must be more than 0',
      'line 4, column 2: budgets.2.scope must be organization, team:NAME or user:EMAIL',
      'line 4, column 1: budgets.2.credits is missing or invalid; it must be a number',
      'line 4, column 1: budgets.2 has the unknown member "credit"',
      'line 5, column 21: budgets.3.credits is missing or invalid; it must be a number',
      '',
    ].join('\n'),
  })
  const broken = written('broken.json', '[\n{"scope": }]')
  expect((await qd(`serve budgets import ${broken} --data ${data}`)).err).toBe(
    `${broken}, line 2, column 11: invalid JSON: a value is missing.\n`,
  )
  expect((await qd(`serve teams import ${join(folder, 'none.csv')} --data ${data}`)).err).toContain('ENOENT')
  expect((await qd(`serve teams list --data ${data}`)).err).toContain('There are no teams yet')
})

test('owners and managers may read teams and budgets', async () => {
  const { call } = await createTestService({ users: 5 })
  for (const path of ['/api/v1/teams', '/api/v1/budgets'])
    expect(
      await Promise.all(
        (['owner', 'manager', 'member', 'guest'] as const).map(async (role) => (await call(path, { role })).status),
      ),
    ).toEqual([200, 200, 403, 403])
})
