import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that is gone when the test has ended. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
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
