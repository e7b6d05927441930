import { nameHint } from '../../domain/computers/computer-fields.ts'
import { COMPUTER_COLUMNS } from '../../domain/computers/computer-output.ts'
import type { Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'
import type { RowLayout } from '../output/row-layout.ts'

/** How computers are printed as rows. */
export const computerLayout: RowLayout = {
  columns: [
    { member: 'name', title: 'NAME', kind: 'text', otherwise: 'id' },
    { member: 'id', title: 'ID', kind: 'text' },
    { member: 'status', title: 'STATUS', kind: 'text' },
    { member: 'providerType', title: 'PROVIDER', kind: 'text' },
    { member: 'remoteUser', title: 'USER', kind: 'text' },
    { member: 'steps', title: 'STEPS', kind: 'text' },
    { member: 'createdAt', title: 'CREATED', kind: 'text' },
  ],
  members: COMPUTER_COLUMNS,
}

/** How to find out what became of a change of a computer. */
export const lookAt = (id: string): string =>
  `qd computers show ${id} tells how it is now, where the server can be asked.`

/** Says what newer servers refuse in a name, which is sent all the same. */
export const noteNameHint = (name: string, { err }: Pick<Deps, 'err'>): void => {
  if (nameHint(name) !== undefined)
    noteTo(err, `The name ${name} may be refused: newer servers take only a-z, 0-9 and -.`)
}
