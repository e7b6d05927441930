import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createStore } from '../../../src/service/store/store.ts'
import { fileFolder } from '../../helpers/make-folder.ts'

const folder = fileFolder()

const writeJobs = (name: string, files: number, perFile: number, status: string): string => {
  const path = join(folder, name)
  mkdirSync(path)
  for (let file = 0; file < files; file++) {
    const jobs = Array.from({ length: perFile }, (_, at) => ({
      id: `${file}/${at}`,
      status,
      filePath: 'x'.repeat(1_500),
    }))
    writeFileSync(join(path, `ciJobs-${String(file).padStart(3, '0')}.json`), JSON.stringify({ jobs }))
  }
  return path
}

const child = join(import.meta.dirname, 'import-child.ts')
const start = (...args: string[]) => spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })

test('kill -9 in the middle of an import leaves what was acknowledged before and nothing of the import', async () => {
  const data = join(folder, 'data.db')
  const first = writeJobs('first', 2, 50, 'acknowledged')
  const [code] = await once(start(data, first), 'exit')
  expect(code).toBe(0)

  const second = writeJobs('second', 12, 1_200, 'half')
  const running = start(data, second, 'ciJobs-009.json')
  let said = ''
  for await (const chunk of running.stdout) {
    said += String(chunk)
    if (said.includes('ciJobs-009.json')) break
  }
  // Much of it has gone to the disk already, uncommitted.
  expect(statSync(`${data}-wal`).size).toBeGreaterThan(1_000_000)
  const ended = once(running, 'exit')
  running.kill('SIGKILL')
  expect((await ended)[1]).toBe('SIGKILL')
  expect(said).not.toContain('done')

  const store = createStore(data)
  const jobs = JSON.parse(`[${store.ciJobs.read()}]`)
  store.close()
  expect(jobs).toHaveLength(100)
  expect(new Set(jobs.map(({ status }: { status: string }) => status))).toEqual(new Set(['acknowledged']))
  const database = new DatabaseSync(data)
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()

  // And the same import, begun anew, goes through.
  expect((await once(start(data, second), 'exit'))[0]).toBe(0)
  const again = createStore(data)
  expect(JSON.parse(`[${again.ciJobs.read()}]`)).toHaveLength(14_400)
  again.close()
})
