import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

// A process that the test has just killed may leave a child that still writes there.
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** An empty folder, removed after the test. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-test-'))
  onTestFinished(() => remove(folder))
  return folder
}

/** Like {@link makeFolder}, for all tests of a file. */
export const fileFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-test-'))
  afterAll(() => remove(folder))
  return folder
}

/** A folder with this configuration. */
export const makeConfig = (config: unknown): string => {
  const home = makeFolder()
  mkdirSync(join(home, 'quarterdeck'), { mode: 0o700 })
  writeFileSync(join(home, 'quarterdeck', 'config.json'), JSON.stringify(config), { mode: 0o600 })
  return home
}

/** The error of a promise or function. */
export const failureOf = async (act: Promise<unknown> | (() => unknown)): Promise<Error> => {
  try {
    await (typeof act === 'function' ? act() : act)
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not fail')
}
