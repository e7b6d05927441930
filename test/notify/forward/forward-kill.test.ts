import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Live } from '../../../src/contract/live.ts'
import { forwardFolders } from '../../../src/notify/forward/forward-line.ts'
import { filesIn } from '../../../src/notify/spool/spool-files.ts'
import { startService } from '../../../src/service/start-service.ts'
import { makeFolder } from '../../helpers/make-folder.ts'

const PROGRAM = fileURLToPath(new URL('../../helpers/forward-process.ts', import.meta.url))
const KEYS = { owner: 'an-owner-key-of-a-test', ingest: 'an-ingest-key-of-a-test' }
const EVENTS = 3_000
const KILLS = 5

test('each event counts once when the sender is killed while it sends', async () => {
  const service = await startService({
    keys: { owner: KEYS.owner },
    prepare: async ({ keys }) => {
      await keys.add(KEYS.ingest, { name: 'agents', role: 'ingest' })
    },
  })
  onTestFinished(service.close)
  const read = async (): Promise<Live> => {
    const headers = { authorization: `Bearer ${KEYS.owner}` }
    return (await fetch(`${service.url}/api/v1/live`, { headers })).json() as Promise<Live>
  }
  const folders = forwardFolders(join(makeFolder(), 'notifier'))
  mkdirSync(folders.incoming, { recursive: true, mode: 0o700 })
  for (let n = 0; n < EVENTS; n++) {
    const event = { hook_event_name: 'PostToolUse', session_id: `s${n % 10}`, cwd: '/x', tool_name: 'Edit' }
    writeFileSync(join(folders.incoming, `${n}.json`), JSON.stringify(event), { mode: 0o600 })
  }
  const waiting = (): number => filesIn(folders.incoming).length + filesIn(folders.outgoing).length
  const run = () =>
    spawn(
      process.execPath,
      ['--no-warnings', PROGRAM, JSON.stringify({ folders, url: service.url, key: KEYS.ingest })],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
  // Killed while it replaces inputs of hooks.
  const taking = run()
  while (filesIn(folders.outgoing).length === 0) await sleep(2)
  taking.kill('SIGKILL')
  await once(taking, 'exit')
  expect(filesIn(folders.incoming).length).toBeGreaterThan(0)
  // Killed while requests are under way, or before their events are removed.
  for (let kills = 0; kills < KILLS; kills++) {
    const sending = run()
    await once(sending.stdout, 'data')
    await sleep(4 * kills)
    sending.kill('SIGKILL')
    expect(await once(sending, 'exit')).toEqual([null, 'SIGKILL'])
    expect(waiting()).toBeGreaterThan(0)
  }
  const last = run()
  last.stdout.resume()
  expect([await once(last, 'exit'), waiting()]).toEqual([[0, null], 0])
  expect((await read()).totals).toMatchObject({ active_users: 1, sessions: 10, tool_calls: EVENTS })
}, 60_000)
