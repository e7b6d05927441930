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
  const qd = (line: string, options: RunOptions = {}) => of.demo.qd(line, { cache: of.cache, ...options })
  return { of, qd }
}
