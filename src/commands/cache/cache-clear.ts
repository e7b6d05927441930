import { AppError } from '../../base/errors.ts'
import { clearLedger } from '../../cache/ledger/clear-ledger.ts'
import { ledgerStatus } from '../../cache/ledger/ledger-status.ts'
import { foldersOf } from '../../config/folders.ts'
import { DEMO_PROFILE } from '../../config/profiles/profile-name.ts'
import { bytes } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { command, type Deps } from '../kit/command.ts'
import { printJson } from '../output/print-rows.ts'

export const parseCacheClear = (): Record<string, never> => ({})

export const runCacheClear = async (_options: Record<string, never>, deps: Deps): Promise<undefined> => {
  const path = foldersOf(deps.env).cacheFile
  const { is } = ledgerStatus(path)
  const { profile } = deps.globals
  // Who names a profile does not mean all others.
  if (profile !== undefined && profile !== DEMO_PROFILE)
    throw new AppError(
      'usage',
      `The cache is emptied whole: leave --profile out, or see qd logout --profile ${profile}.`,
    )
  const cleared = profile === DEMO_PROFILE ? { freedBytes: 0, keptIds: 0, keptExports: 0 } : clearLedger(path)
  const { freedBytes, keptIds, keptExports } = cleared
  const isAnyKept = keptIds + keptExports > 0
  const sentence =
    profile === DEMO_PROFILE
      ? 'Of the demo nothing is kept on disk.'
      : is === 'none'
        ? `There is no cache at ${path}.`
        : isAnyKept
          ? `${path}: ${bytes(freedBytes)} freed. Added ids (${keptIds}) and paths of exports (${keptExports}) stay.`
          : `${path} is empty: ${bytes(freedBytes)} freed.`
  if (deps.format === 'json')
    printJson({ path, freed_bytes: freedBytes, kept_ids: keptIds, kept_exports: keptExports }, deps)
  else deps.out(`${safeText(sentence)}\n`)
}

export const cacheClear = command({
  name: 'cache clear',
  summary: 'Delete everything that came from servers from the cache on disk',
  description:
    'Of all organisations. What is wanted again is loaded again. Ids that you added and the paths of exports stay: qd logout deletes them.',
  formats: ['table', 'json'],
  options: [],
  examples: ['cache clear'],
  parse: parseCacheClear,
  run: runCacheClear,
})
