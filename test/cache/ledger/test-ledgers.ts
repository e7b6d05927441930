import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { type Ledger, type LedgerOptions, openLedger } from '../../../src/cache/ledger/open-ledger.ts'
import { SALT, TENANT } from './ledgers.ts'

/** A folder and a path for ledgers of each test; the ledgers are closed and the folder is removed after it. */
export const testLedgers = () => {
  const opened: Ledger[] = []
  const ledgers = {
    folder: '',
    path: '',
    open(options: Partial<LedgerOptions> = {}): Ledger {
      const ledger = openLedger({ path: ledgers.path, salt: SALT, tenant: TENANT, ...options })
      opened.push(ledger)
      return ledger
    },
    /** Opens a ledger and sets its organisation. */
    openFor(org: string, options?: Partial<LedgerOptions>): Ledger {
      const ledger = ledgers.open(options)
      ledger.setOrg(org)
      return ledger
    },
  }
  beforeEach(() => {
    ledgers.folder = mkdtempSync(join(tmpdir(), 'ledger-'))
    ledgers.path = join(ledgers.folder, 'cache', 'quarterdeck', 'cache.db')
  })
  afterEach(() => {
    for (const ledger of opened.splice(0)) ledger.close()
    rmSync(ledgers.folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return ledgers
}
