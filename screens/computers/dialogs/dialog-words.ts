import { shownId } from '../../kit/dialogs/request-text.ts'

/** What a change asks for, as its dialog tells; without an id it is that of all computers. */
export const computerPath = (id?: string, rest = ''): string =>
  `/api/v0/computers${id === undefined ? '' : `/${shownId(id)}`}${rest}`

/** How to find out what became of a change of a computer. */
export const lookAtComputer = (id: string, canRead: boolean): string =>
  canRead
    ? `Look before doing it again: R asks for it anew, as qd computers show ${id} does.`
    : 'Look before doing it again, in the application itself: this server tells of a computer only when it is changed.'
