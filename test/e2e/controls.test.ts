import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type RunningService, startService } from '../../src/service/start-service.ts'
import { SECRETS, settingsOf } from '../commands/controls-service.ts'
import { openProgram, type Program } from '../helpers/pty.ts'

// The explorer has the machine's clock, and so has its organisation.
let service: RunningService
beforeAll(async () => {
  service = await startService({
    demo: { users: 5, days: 40, seed: 1 },
    prepare: (store) => {
      for (const revision of [1, 2, 3, 4, 5]) {
        const user = { id: `u${revision}`, email: `p${revision}@example.com`, name: `Admin ${revision}` }
        const updatedAt = new Date(Date.now() - (6 - revision) * 3_600_000).toISOString()
        const row = { revision: 1000 + revision, settings: settingsOf(revision), user, updatedAt }
        store.revisions.put(row.revision, JSON.stringify(row))
      }
    },
  })
})
afterAll(() => service.close())

const selectedRow = (screen: readonly string[]): string => screen.find((row) => row.startsWith('▌')) ?? ''

const press = (program: Program, keys: string, wanted: string | ((screen: string[]) => boolean)) => {
  program.press(keys)
  return program.waitFor(wanted)
}

const unpacked = (bytes: Uint8Array): string => {
  try {
    return zstdDecompressSync(bytes).toString()
  } catch {
    return ''
  }
}

test('from the history to what changed, who did before, and whole settings: no secret on the way, nor on disk', async () => {
  const home = mkdtempSync(join(tmpdir(), 'quarterdeck-controls-'))
  const program = openProgram({
    cols: 140,
    args: ['--screen', 'usage'],
    env: {
      QUARTERDECK_BASE_URL: service.url,
      QUARTERDECK_API_KEY: service.keys.owner,
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_STATE_HOME: join(home, 'state'),
    },
  })
  onTestFinished(async () => {
    await program.close()
    rmSync(home, { recursive: true, force: true })
  })
  // Usage is answered with the name of the organisation, without which nothing is kept.
  await program.waitFor(([first = '']) => first.includes('● now') && first.includes('0 req'))
  await press(program, '5', (screen) => /latest 1005 .* ago by Admin 5/.test(screen[3] ?? ''))
  expect(selectedRow(program.screen())).toMatch(/^▌ 1005 .* ! widened +sandbox *$/)

  await press(program, 'j', (screen) => selectedRow(screen).startsWith('▌ 1004'))
  await press(program, 'Enter', '~ customModels[cm_1].apiKey  •••••• changed')
  await press(program, 'b', 'blame  1004 Admin 4 changed')
  await press(program, '>', '[1003]──1004──[1005] latest')
  await press(program, 'n', (screen) => selectedRow(screen).includes('sandbox.enabled  true → false'))
  await press(program, 'Enter', '"apiKey": "••••••"')
  await press(program, 'G', 'https://••••••@git.example/x?••••••')
  await press(program, 'q', '[1003]──1004──[1005] latest')
  await press(program, 'q', 'latest 1005')
  program.press('q')
  program.press('q')
  await expect(program.exited).resolves.toEqual({ code: 0, signal: 0 })

  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const ledger = files.find(({ name }) => name.endsWith('.db'))
  if (!ledger) throw new Error('nothing was kept')
  const database = new DatabaseSync(join(ledger.parentPath, ledger.name), { readOnly: true })
  const kept = database.prepare('SELECT bytes FROM revision').all() as { bytes: Uint8Array }[]
  database.close()
  const revisions = kept.map(({ bytes }) => unpacked(bytes))
  expect(revisions.filter((text) => text.includes('commandAllowlist')).length).toBeGreaterThan(5)
  const everything = [
    program.raw(),
    ...revisions,
    ...files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')),
  ].join('\n')
  for (const secret of SECRETS) expect(everything).not.toContain(secret)
})
