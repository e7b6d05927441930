import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import type { Store } from '../../src/service/store/store.ts'
import { SECRETS, settingsOf } from '../helpers/controls-service.ts'
import { openProgram, type Program } from '../helpers/pty.ts'
import { unpackedText } from '../safety/kept-texts.ts'

// The explorer has the machine's clock, and so has its organisation.
let service: RunningService
let store: Store
beforeAll(async () => {
  service = await startService({
    demo: { users: 5, days: 40, seed: 1 },
    prepare: (opened) => {
      store = opened
      for (const revision of [1, 2, 3, 4, 5]) putRevision(revision)
    },
  })
})
afterAll(() => service.close())

const putRevision = (number: number): void => {
  const user = { id: `u${number}`, email: `p${number}@example.com`, name: `Admin ${number}` }
  const updatedAt = new Date(Date.now() - Math.max(0, 6 - number) * 3_600_000).toISOString()
  const row = { revision: 1000 + number, settings: settingsOf(number), user, updatedAt }
  store.revisions.put(row.revision, JSON.stringify(row))
}

const envOf = (home: string): Record<string, string> => ({
  QUARTERDECK_BASE_URL: service.url,
  QUARTERDECK_API_KEY: service.keys.owner,
  XDG_CACHE_HOME: join(home, 'cache'),
  XDG_STATE_HOME: join(home, 'state'),
})

const selectedRow = (screen: readonly string[]): string => screen.find((row) => row.startsWith('▌')) ?? ''

const press = (program: Program, keys: string, wanted: string | ((screen: string[]) => boolean)) => {
  program.press(keys)
  return program.waitFor(wanted)
}

/** Revisions as they stand in the line of all of them, each with its day. */
const onTheLine = (pattern: RegExp) => (screen: readonly string[]) => screen.some((row) => pattern.test(row))

test('from the history to what changed, who did before, and whole settings: no secret on the way, nor on disk', async () => {
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-controls-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const program = openProgram({ cols: 140, args: ['--screen', 'usage'], env: envOf(home) })
  onTestFinished(() => program.close())
  // Usage is answered with the name of the organisation, without which nothing is kept.
  await program.waitFor(([first = '']) => first.includes('● now') && first.includes('0 req'))
  await press(program, '5', (screen) => /latest 1005 .* ago by Admin 5/.test(screen[3] ?? ''))
  expect(selectedRow(program.screen())).toMatch(/^▌ +1005 .* !! widened +~1 +sandbox *$/)

  await press(program, 'j', (screen) => /^▌ +1004 /.test(selectedRow(screen)))
  await press(program, 'Enter', 'customModels[cm_1]')
  await press(program, 'n', (screen) => /apiKey +•••••• changed/.test(selectedRow(screen)))
  await press(program, 'b', 'looked at')
  await program.waitFor((screen) => /^▌ +1004 .* Admin 4 .* •••••• changed/.test(selectedRow(screen)))
  await press(program, 'q', onTheLine(/\[1003[^\]]*\]──\[1004/))
  await press(program, '>', onTheLine(/\[1003[^\]]*\]──1004[^─]*──\[1005[^\]]*\] latest/))
  await press(program, 'w', (screen) => /enabled +true → false/.test(selectedRow(screen)))
  await press(program, 'Enter', (screen) => /^▌~ +enabled +false/.test(selectedRow(screen)))
  await press(program, '/', '/  ')
  program.type('apiKey')
  await press(program, 'Enter', (screen) => screen.some((row) => /apiKey +••••••/.test(row)))
  await press(program, 'Esc', (screen) => !screen.some((row) => row.startsWith(' / ')))
  await press(program, 'G', 'https://••••••@git.example/x?••••••')
  await press(program, 'q', onTheLine(/\[1003[^\]]*\]──1004[^─]*──\[1005[^\]]*\] latest/))
  await press(program, 'q', 'latest 1005')
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
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-looks-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const visit = async (env: Record<string, string>, latest: number): Promise<string> => {
    const program = openProgram({ cols: 140, args: ['--screen', 'controls'], env })
    onTestFinished(() => program.close())
    await program.waitFor(([first = '', , , head = '']) => /latest \d+/.test(head) && first.includes('0 req'))
    // What is kept on disk is fresh for a while.
    program.press('R')
    const screen = await program.waitFor(([, , , head = '']) => head.includes(`latest ${latest}`))
    program.press('q')
    await program.exited
    return screen[3] ?? ''
  }
  expect(await visit(envOf(home), 1005)).not.toContain('new')
  putRevision(6)
  expect(await visit(envOf(home), 1006)).toContain('• 1 new since you last looked')
  expect(await visit(envOf(home), 1006)).not.toContain('new')
  const other = { ...envOf(home), QUARTERDECK_API_KEY: service.keys.manager }
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
