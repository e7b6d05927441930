import { AppError } from '../../base/errors.ts'
import { clearLedger } from '../../cache/ledger/clear-ledger.ts'
import { ledgerStatus } from '../../cache/ledger/ledger-status.ts'
import { countEntered } from '../../config/entered-file.ts'
import { foldersOf } from '../../config/folders.ts'
import { DEMO_PROFILE } from '../../config/profiles/profile-name.ts'
import { bytes } from '../../domain/text/format.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { command, type Deps } from '../kit/command.ts'
import { printJson } from '../output/print-rows.ts'

const parseCacheClear = (): Record<string, never> => ({})

const runCacheClear = async (_options: Record<string, never>, deps: Deps): Promise<undefined> => {
  const { cacheFile: path, enteredFile } = foldersOf(deps.env)
  const { is } = ledgerStatus(path)
  const { profile } = deps.globals
  // Who names a profile does not mean all others.
  if (profile !== undefined && profile !== DEMO_PROFILE)
    throw new AppError(
      'usage',
      `The cache is emptied whole: leave --profile out, or see qd logout --profile ${profile}.`,
    )
  if (profile === DEMO_PROFILE) return print({ path, freedBytes: 0, ids: 0, exports: 0 }, DEMO_WORDS, deps)
  // An earlier version left ids in the cache: they stay there until their key is used again, which moves them.
  const { freedBytes, keptIds, keptExports } = clearLedger(path)
  const entered = countEntered(enteredFile)
  const [ids, exports] = [keptIds + entered.ids, keptExports + entered.exports]
  const isEmpty = keptIds + keptExports === 0
  const freed =
    is === 'none'
      ? `There is no cache at ${path}.`
      : `${path}${isEmpty ? ' is empty' : ''}: ${bytes(freedBytes)} freed.`
  const kept =
    ids + exports > 0
      ? ` Added ids (${ids}) and paths of exports (${exports}) stay${isEmpty ? ` in ${enteredFile}` : ''}.`
      : ''
  print({ path, freedBytes, ids, exports }, freed + kept, deps)
}

const DEMO_WORDS = 'Of the demo nothing is kept on disk.'

type Cleared = { path: string; freedBytes: number; ids: number; exports: number }

const print = ({ path, freedBytes, ids, exports }: Cleared, sentence: string, deps: Deps): undefined => {
  if (deps.format === 'json') printJson({ path, freed_bytes: freedBytes, kept_ids: ids, kept_exports: exports }, deps)
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
