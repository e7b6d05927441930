import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** An empty folder that is gone when the test has ended. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The same for all tests of a file. */
export const fileFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder whose configuration is this. */
export const makeConfig = (config: unknown): string => {
  const home = makeFolder()
  mkdirSync(join(home, 'quarterdeck'), { mode: 0o700 })
  writeFileSync(join(home, 'quarterdeck', 'config.json'), JSON.stringify(config), { mode: 0o600 })
  return home
}

/** What a promise is rejected with, or a function throws. */
export const failureOf = async (act: Promise<unknown> | (() => unknown)): Promise<Error> => {
  try {
    await (typeof act === 'function' ? act() : act)
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not fail')
}
