import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Store } from '../../src/service/store/store.ts'
import { fileService, open } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { foldersIn } from '../helpers/pty.ts'

let store: Store
const service = fileService({
  demo: { users: 5, days: 40, seed: 1 },
  prepare: async (opened) => {
    store = opened
    for (const revision of [1, 2, 3, 4, 5]) await putRevision(revision)
  },
})

const putRevision = async (number: number): Promise<void> => {
  const user = { id: `u${number}`, email: `p${number}@example.com`, name: `Admin ${number}` }
  const updatedAt = new Date(Date.now() - Math.max(0, 6 - number) * 3_600_000).toISOString()
  const row = { revision: 1000 + number, settings: { count: number }, user, updatedAt }
  await store.revisions.put(row.revision, JSON.stringify(row))
}

const envIn = (home: string) => ({ ...service.env, ...foldersIn(home) })

test('revisions since the last visit are marked, separately for each API key', async () => {
  const home = makeFolder()
  const visit = async (env: Record<string, string>, latest: number): Promise<string> => {
    const program = open({ cols: 140, args: ['--screen', 'controls'], env })
    await program.waitFor(([first = '', , , head = '']) => /latest \d+/.test(head) && first.includes('0 req'))
    // Cached revisions are fresh for a while.
    const screen = await program.pressUntil('R', ([, , , head = '']) => head.includes(`latest ${latest}`))
    program.press('q')
    await program.exited
    return screen[3] ?? ''
  }
  expect(await visit(envIn(home), 1005)).not.toContain('new')
  await putRevision(6)
  expect(await visit(envIn(home), 1006)).toContain('• 1 new since your last visit')
  expect(await visit(envIn(home), 1006)).not.toContain('new')
  const other = { ...envIn(home), QUARTERDECK_API_KEY: service.keys.manager }
  expect(await visit(other, 1006)).not.toContain('new')
  const text = readFileSync(join(home, 'state', 'quarterdeck', 'last-looks.json'), 'utf8')
  expect(text.match(/"revision":1006/g)).toHaveLength(2)
  for (const part of [service.keys.owner, service.keys.manager, new URL(service.url).host])
    expect(text).not.toContain(part)
})
