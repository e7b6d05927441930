import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Store } from '../../src/service/store/store.ts'
import { SECRETS, settingsOf } from '../helpers/controls-service.ts'
import { fileService, open, selectedRow } from '../helpers/e2e.ts'
import { makeFolder } from '../helpers/make-folder.ts'
import { foldersIn } from '../helpers/pty.ts'
import { unpackedText } from '../safety/kept-texts.ts'

let store: Store
const service = fileService({
  demo: { users: 5, days: 40, seed: 1 },
  prepare: (opened) => {
    store = opened
    for (const revision of [1, 2, 3, 4, 5]) putRevision(revision)
  },
})

const putRevision = (number: number): void => {
  const user = { id: `u${number}`, email: `p${number}@example.com`, name: `Admin ${number}` }
  const updatedAt = new Date(Date.now() - Math.max(0, 6 - number) * 3_600_000).toISOString()
  const row = { revision: 1000 + number, settings: settingsOf(number), user, updatedAt }
  store.revisions.put(row.revision, JSON.stringify(row))
}

const envIn = (home: string) => ({ ...service.env, ...foldersIn(home) })

/** Revisions as they stand in the line of all of them, each with its day. */
const onTheLine = (pattern: RegExp) => (screen: readonly string[]) => screen.some((row) => pattern.test(row))

test('from the history to what changed, who did before, and whole settings: no secret on the way, nor on disk', async () => {
  const home = makeFolder()
  const program = open({ cols: 140, args: ['--screen', 'usage'], env: envIn(home) })
  // Usage is answered with the name of the organisation, without which nothing is kept.
  await program.waitFor(([first = '']) => first.includes('● now') && first.includes('0 req'))
  await program.pressUntil('5', (screen) => /latest 1005 .* ago by Admin 5/.test(screen[3] ?? ''))
  expect(selectedRow(program.screen())).toMatch(/^▌ +1005 .* !! widened +~1 +sandbox *$/)

  await program.pressUntil('j', (screen) => /^▌ +1004 /.test(selectedRow(screen)))
  await program.pressUntil('Enter', 'customModels[cm_1]')
  await program.pressUntil('n', (screen) => /apiKey +•••••• changed/.test(selectedRow(screen)))
  await program.pressUntil('b', 'looked at')
  await program.waitFor((screen) => /^▌ +1004 .* Admin 4 .* •••••• changed/.test(selectedRow(screen)))
  await program.pressUntil('q', onTheLine(/\[1003[^\]]*\]──\[1004/))
  await program.pressUntil('>', onTheLine(/\[1003[^\]]*\]──1004[^─]*──\[1005[^\]]*\] latest/))
  await program.pressUntil('w', (screen) => /enabled +true → false/.test(selectedRow(screen)))
  await program.pressUntil('Enter', (screen) => /^▌~ +enabled +false/.test(selectedRow(screen)))
  await program.pressUntil('/', '/  ')
  program.type('apiKey')
  await program.pressUntil('Enter', (screen) => screen.some((row) => /apiKey +••••••/.test(row)))
  await program.pressUntil('Esc', (screen) => !screen.some((row) => row.startsWith(' / ')))
  await program.pressUntil('G', 'https://••••••@git.example/x?••••••')
  await program.pressUntil('q', onTheLine(/\[1003[^\]]*\]──1004[^─]*──\[1005[^\]]*\] latest/))
  await program.pressUntil('q', 'latest 1005')
  program.press('q')
  program.press('q')
  await expect(program.exited).resolves.toEqual({ code: 0, signal: 0 })

  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const ledger = files.find(({ name }) => name.endsWith('.db'))
  if (!ledger) throw new Error('nothing was kept')
  const database = new DatabaseSync(join(ledger.parentPath, ledger.name), { readOnly: true })
  const kept = database.prepare("SELECT bytes FROM item WHERE list = 'revisions'").all() as { bytes: Uint8Array }[]
  database.close()
  const revisions = kept.map(({ bytes }) => unpackedText(bytes))
  expect(revisions.filter((text) => text.includes('commandAllowlist')).length).toBeGreaterThan(5)
  const everything = [
    program.raw(),
    ...revisions,
    ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')),
  ].join('\n')
  for (const secret of SECRETS) expect(everything).not.toContain(secret)
})

test('what came since the last visit is marked, for each key apart', async () => {
  const home = makeFolder()
  const visit = async (env: Record<string, string>, latest: number): Promise<string> => {
    const program = open({ cols: 140, args: ['--screen', 'controls'], env })
    await program.waitFor(([first = '', , , head = '']) => /latest \d+/.test(head) && first.includes('0 req'))
    // What is kept on disk is fresh for a while.
    const screen = await program.pressUntil('R', ([, , , head = '']) => head.includes(`latest ${latest}`))
    program.press('q')
    await program.exited
    return screen[3] ?? ''
  }
  expect(await visit(envIn(home), 1005)).not.toContain('new')
  putRevision(6)
  expect(await visit(envIn(home), 1006)).toContain('• 1 new since you last looked')
  expect(await visit(envIn(home), 1006)).not.toContain('new')
  const other = { ...envIn(home), QUARTERDECK_API_KEY: service.keys.manager }
  expect(await visit(other, 1006)).not.toContain('new')
  const [file, ...others] = readdirSync(join(home, 'state', 'quarterdeck')).filter((name) => name.includes('looks'))
  expect([file, others]).toEqual(['last-looks.json', []])
  const path = join(home, 'state', 'quarterdeck', 'last-looks.json')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const text = readFileSync(path, 'utf8')
  expect(Object.values(JSON.parse(text).looks).map((look) => (look as { revision: number }).revision)).toEqual([
    1006, 1006,
  ])
  for (const part of [service.keys.owner, service.keys.manager, new URL(service.url).host])
    expect(text).not.toContain(part)
})
