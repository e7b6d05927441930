import { afterEach, beforeEach } from 'vitest'
import { createLedgers } from './ledgers.ts'

/** Ledgers of the test that runs, which end with it. */
export const testLedgers = (): Ledgers => {
  let ledgers: Ledgers | undefined
  beforeEach(() => {
    ledgers = createLedgers()
  })
  afterEach(() => ledgers?.close())
  return new Proxy({} as Ledgers, { get: (_, name: keyof Ledgers) => ledgers?.[name] })
}

type Ledgers = ReturnType<typeof createLedgers>
