import { shownId } from '../../kit/dialogs/request-text.ts'

export const keysPath = (account: string, rest = ''): string =>
  `/api/v0/service-accounts/${shownId(account)}/api-keys${rest}`

/** How to find out what became of a change of an account's keys. */
export const lookAtKeys = (account: string): string =>
  `Look before doing it again: R asks for the keys anew, as qd keys list ${account} does.`
