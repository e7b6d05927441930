import { idProblem } from '../../../src/base/requests.ts'
import type { KnownKind } from '../../../src/cache/ledger/ledger.ts'
import { Form } from '../../../src/ui/dialog/form.tsx'
import { shellWord } from '../export/command-options.ts'
import { useSession } from '../session/session.ts'
import { useLastRow } from '../session/use-last-row.ts'
import { ID_COMMANDS, useQueries } from './use-change.ts'

export type AddIdProps = {
  kind: KnownKind
  /** What the id belongs to: `computer`. */
  what: string
}

/** Adds an id that the server can't list, so that it is requested from then on. */
export const AddIdDialog = ({ kind, what }: AddIdProps) => {
  const queriesOf = useQueries()
  const { actions } = useSession()
  const { showNotice } = useLastRow()
  return (
    <Form
      title={`Add a ${what}`}
      fields={[{ is: 'text', name: 'id', label: 'id', check: idProblem, hint: () => 'as shown by the service' }]}
      request={[
        'sends nothing; the id is stored on this machine until you remove it',
        'sends nothing; the id is stored on this machine',
      ]}
      verb="adds it"
      send={async ({ id }) => {
        queriesOf()?.addIds(kind, [id], 'added')
        actions
          .start({ what: 'add id', target: id, command: `${ID_COMMANDS[kind]} add ${shellWord(id)}` })
          .end({ is: 'done' })
        showNotice(`Added ${id}. Press a to remove it.`)
        return undefined
      }}
    />
  )
}
