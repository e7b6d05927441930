import { AppError } from '../../base/errors.ts'
import { NOTHING_CONFIGURED } from '../../config/keys/find-credentials.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { type SignName, signsFor } from '../../domain/text/signs.ts'
import { command, type Deps } from '../kit/command.ts'
import { callOptions } from '../kit/load-options.ts'
import { printJson } from '../output/print-rows.ts'
import {
  addressChecks,
  type Check,
  type CheckState,
  keyboardChecks,
  localChecks,
  serverChecks,
  warning,
  wrong,
} from './checks.ts'

const connectionChecks = async (deps: Deps): Promise<Check[]> => {
  try {
    const credentials = await deps.credentials()
    if (deps.globals.isOffline) return addressChecks(credentials, deps)
    const client = await deps.client()
    const found = addressChecks(credentials, deps)
    const answers = await serverChecks(client, deps.now(), callOptions(deps))
    // One line for the key: where it comes from, and that the server rejects it.
    const rejected = answers.find(({ check }) => check === 'key')
    if (!rejected) return [...found, ...answers]
    return [
      ...found.map((one) => (one.check === 'key' ? wrong('key', `${one.text} ${rejected.text}`) : one)),
      ...answers.filter((one) => one !== rejected),
    ]
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'interrupted') throw error
    return [error.message === NOTHING_CONFIGURED ? warning('key', error.message) : wrong('key', error.message)]
  }
}

const SIGNS = { ok: 'good', warning: 'care', wrong: 'bad' } as const satisfies Record<CheckState, SignName>

const checksText = (checks: readonly Check[], { globals }: Deps): string => {
  const width = Math.max(...checks.map(({ check }) => check.length))
  const signs = signsFor(globals.isAscii)
  return checks
    .map(({ check, state, text }) => `${signs[SIGNS[state]]} ${check.padEnd(width)}  ${safeText(text)}\n`)
    .join('')
}

export const doctor = command({
  name: 'doctor',
  summary: 'Check the clock, addresses, key, terminal and cache, one line each',
  description: 'Works without any configuration. The exit status is 1 when something is wrong (✗).',
  formats: ['table', 'json'],
  pipeFormat: 'table',
  cacheOptions: ['offline'],
  tellsTrouble: true,
  examples: ['doctor', 'doctor --json'],
  /** Prints one line for each thing it looked at; answers 1 when something is wrong. */
  run: async (_options, deps) => {
    const checks = [...localChecks(deps), ...keyboardChecks(await deps.keyboard()), ...(await connectionChecks(deps))]
    const isWrong = checks.some(({ state }) => state === 'wrong')
    if (deps.format === 'json') printJson({ ok: !isWrong, checks }, deps)
    else deps.out(checksText(checks, deps))
    return isWrong ? 1 : 0
  },
})
