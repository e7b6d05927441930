import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type DemoOrganisation, startDemoOrganisation } from './demo-organisation.ts'
import type { RunOptions } from './run-qd.ts'

/** A demo organisation for all tests of a file, and a cache in a new folder for each; its members are there once a test runs. */
export const cachedCommands = () => {
  const of = {} as { demo: DemoOrganisation; folder: string; cache: string }
  beforeAll(async () => {
    of.demo = await startDemoOrganisation()
  })
  afterAll(() => of.demo.close())
  beforeEach(() => {
    of.folder = mkdtempSync(join(tmpdir(), 'quarterdeck-cached-'))
    of.cache = join(of.folder, 'quarterdeck', 'cache.db')
    of.demo.asked()
  })
  afterEach(() => {
    of.demo.front.play()
    rmSync(of.folder, { recursive: true, force: true })
  })
  const failAfter = (pages: number): void => {
    let count = 0
    of.demo.front.play((path) => {
      if (!path.endsWith('/users')) return undefined
      count += 1
      return count > pages ? { status: 403, body: { status: 403, title: 'Forbidden', detail: 'no' } } : undefined
    })
  }
  const qd = (line: string, options: RunOptions = {}) => of.demo.qd(line, { cache: of.cache, ...options })
  return { of, qd, failAfter }
}
