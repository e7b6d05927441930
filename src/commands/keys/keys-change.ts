import { AppError } from '../../base/errors.ts'
import { keyNameFault, parseExpiry } from '../../domain/keys/expiry.ts'
import { safeText } from '../../domain/text/safe-text.ts'
import { carryOutChange, yesOption } from '../kit/change.ts'
import { command } from '../kit/command.ts'
import { noteTo } from '../kit/notes.ts'
import { parseId } from '../kit/option-values.ts'
import { changeCommand } from '../output/change-command.ts'
import { printJson } from '../output/print-rows.ts'

export const keysCreate = command({
  name: 'keys create',
  summary: 'Create a key of a service account and print its value, where the server has that',
  description: 'The value is printed this once and kept nowhere. Asks before on a terminal.',
  arguments: [{ name: 'service-account-id', help: 'id of the service account', completes: 'service account' }],
  formats: ['table', 'json'],
  options: [
    { flags: '--name <name>', help: 'its name, 1 to 128 characters' },
    { flags: '--expires <when>', help: '90d, 2027-01-31 (to its end, UTC) or never (default: never)' },
    yesOption,
  ],
  examples: ['keys create sa_ci --name deploy --expires 90d'],
  parse: ({ args, options }, now) => {
    const { name, expires = 'never', yes } = options
    const fault = name === undefined ? 'is missing' : keyNameFault(name)
    if (name === undefined || fault !== undefined) throw new AppError('usage', `--name ${fault}: give a name.`)
    const expiry = parseExpiry(expires, now)
    if (expiry.is === 'wrong') throw new AppError('usage', `--expires ${expiry.why}: give 90d, 2027-01-31 or never.`)
    const body = { name, ...(expiry.is === 'at' && { expiresAt: expiry.at }) }
    return { account: parseId(args[0], 'service account'), body, isYes: yes }
  },
  run: async ({ account, body, isYes }, deps) => {
    const words = {
      question: `Create the key ${body.name} of ${account}, and print its value?`,
      isYes,
      look: `qd keys list ${account} tells whether it is there; if so, revoke it and make another, as its value is lost.`,
    }
    const answer = await carryOutChange('createKey', { params: { serviceAccountId: account }, body }, words, deps)
    const { value, id } = answer.apiKey ?? {}
    if (value === undefined)
      throw new AppError('failed', `The key ${body.name} was created, but its value was not told: revoke it.`)
    if (deps.format === 'json') printJson(answer, deps)
    else deps.out(`${safeText(value, 'text')}\n`)
    noteTo(
      deps.err,
      `Created the key ${body.name} of ${account}, ${id ?? 'without an id'}. Its value is told this once.`,
    )
  },
})

export const keysRevoke = changeCommand({
  name: 'keys revoke',
  summary: 'Revoke a key of a service account, where the server has that',
  description: 'Whatever uses it stops to work. Asks before; without a terminal it takes --yes.',
  arguments: [
    { name: 'service-account-id', help: 'id of the service account', completes: 'service account' },
    { name: 'key-id', help: 'id of the key' },
  ],
  examples: ['keys revoke sa_ci key_12 --yes'],
  change: 'revokeKey',
  destroys: true,
  parse: ({ args }) => {
    const account = parseId(args[0], 'service account')
    const keyId = parseId(args[1], 'key')
    return {
      request: { params: { serviceAccountId: account, keyId } },
      question: `Revoke the key ${keyId} of ${account} for good?`,
      look: `qd keys list ${account} tells whether it is revoked; doing it again changes nothing.`,
      done: () => [`Revoked the key ${keyId} of ${account}.`, { serviceAccountId: account, keyId, revoked: true }],
    }
  },
})
