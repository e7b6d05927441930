import { clearLedger } from '../../cache/ledger/clear-ledger.ts'
import { ledgerStatus } from '../../cache/ledger/ledger-status.ts'
import { foldersOf } from '../../config/folders.ts'
import { bytes } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { command, type Deps } from '../kit/command.ts'
import { jsonText } from '../output/print-rows.ts'

export const parseCacheClear = (): Record<string, never> => ({})

export const runCacheClear = async (_options: Record<string, never>, deps: Deps): Promise<undefined> => {
  const path = foldersOf(deps.env).cacheFile
  const { is } = ledgerStatus(path)
  const { freedBytes } = clearLedger(path)
  const sentence = is === 'none' ? `There is no cache at ${path}.` : `${path} is empty: ${bytes(freedBytes)} freed.`
  deps.out(
    deps.format === 'json'
      ? jsonText({ path, freed_bytes: freedBytes }, deps.isOutputTerminal)
      : `${safeText(sentence)}\n`,
  )
}

export const cacheClear = command({
  name: 'cache clear',
  summary: 'Delete everything that the cache on disk holds',
  description: 'Of all organisations. Nothing is lost by it: what is wanted again is asked for again.',
  formats: ['table', 'json'],
  options: [],
  examples: ['cache clear'],
  parse: parseCacheClear,
  run: runCacheClear,
})
