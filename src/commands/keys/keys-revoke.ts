import { carryOutChange } from '../kit/carry-out-change.ts'
import { type CommandInput, command, type Deps } from '../kit/command.ts'
import { yesOption } from '../kit/confirm.ts'
import { parseId } from '../kit/id-argument.ts'
import type { OptionRow } from '../kit/option-row.ts'
import { printDone } from '../output/print-done.ts'

const optionRows = [yesOption] as const satisfies readonly OptionRow[]

type RevokeOptions = { account: string; keyId: string; isYes: boolean }

const parseKeysRevoke = ({ args, options }: CommandInput<typeof optionRows>): RevokeOptions => ({
  account: parseId(args[0], 'service account'),
  keyId: parseId(args[1], 'key'),
  isYes: options.yes,
})

const runKeysRevoke = async ({ account, keyId, isYes }: RevokeOptions, deps: Deps): Promise<undefined> => {
  const words = {
    question: `Revoke the key ${keyId} of ${account} for good?`,
    isYes,
    destroys: true,
    look: `qd keys list ${account} tells whether it is revoked; doing it again changes nothing.`,
  }
  await carryOutChange('revokeKey', { params: { serviceAccountId: account, keyId } }, words, deps)
  printDone(`Revoked the key ${keyId} of ${account}.`, { serviceAccountId: account, keyId, revoked: true }, deps)
}

export const keysRevoke = command({
  name: 'keys revoke',
  summary: 'Revoke a key of a service account, where the server has that',
  description: 'Whatever uses it stops to work. Asks before; without a terminal it takes --yes.',
  arguments: [
    { name: 'service-account-id', help: 'id of the service account', completes: 'service account' },
    { name: 'key-id', help: 'id of the key' },
  ],
  formats: ['table', 'json'],
  options: optionRows,
  examples: ['keys revoke sa_ci key_12 --yes'],
  parse: parseKeysRevoke,
  run: runKeysRevoke,
})
