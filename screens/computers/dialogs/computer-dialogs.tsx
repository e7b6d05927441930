import type { Computer } from '../../../src/contract/computers.ts'
import type { Lenient } from '../../../src/contract/lenient.ts'
import {
  changedFields,
  EDITED_FIELDS,
  FIELD_LABELS,
  fieldProblem,
  MAX_NAME_LENGTH,
  nameHint,
  nameProblem,
} from '../../../src/domain/computers/computer-fields.ts'
import { Form } from '../../../src/ui/dialog/form.tsx'
import { ConfirmChange } from '../../kit/dialogs/confirm-change.tsx'
import { confirmationText, shownId, useChange, useRequestTexts } from '../../kit/dialogs/use-change.ts'
import { shellWord } from '../../kit/export/command-options.ts'
import { useFollowComputer } from './follow-computer.ts'

/** The path of a request, as shown in its dialog; without an id, the path of the list. */
export const computerPath = (id?: string, rest = ''): string =>
  `/api/v0/computers${id === undefined ? '' : `/${shownId(id)}`}${rest}`

/** How to check whether a change was applied, for a request without a response. */
export const checkInstruction = (id: string, canRead: boolean): string =>
  canRead
    ? `Check before retrying: press R to refresh, or run qd computers show ${id}.`
    : 'Check in the web application before retrying: this server returns a computer only when it is changed.'

export type CreateComputerProps = {
  /** Providers of the listed computers except `byom`. Untrusted texts. */
  providers: readonly string[]
  /** Whether the server can return the computer while it is set up. */
  canRead: boolean
  /** Called with the id of the created computer. */
  onCreated: (id: string) => void
}

export const CreateComputerDialog = ({ providers, canRead, onCreated }: CreateComputerProps) => {
  const change = useChange()
  const follow = useFollowComputer(canRead)
  const requestTexts = useRequestTexts()
  const hint = (text: string) => `${text.length} of ${MAX_NAME_LENGTH}`
  const isByom = (provider: string) => provider === 'byom'
  return (
    <Form
      title="Create a computer"
      fields={[
        { is: 'text', name: 'name', label: 'name', check: nameProblem, hint: (text) => nameHint(text) ?? hint(text) },
        { is: 'text', name: 'remoteUser', label: 'remote user', check: nameProblem, hint },
        {
          is: 'text',
          name: 'provider',
          label: 'provider',
          value: 'byom',
          check: (text) => (text.trim() === '' ? 'enter a provider' : undefined),
          hint: (text) =>
            isByom(text)
              ? `your own machine${providers.length > 0 ? `; or ${providers.join(', ')}` : ''}`
              : 'a hosted provider',
        },
      ]}
      request={requestTexts('POST', computerPath())}
      doing="creating it"
      send={async ({ name, remoteUser, provider }, { signal }) => {
        const body = { name, remoteUser, provider: provider.trim() }
        const words = {
          action: {
            what: 'create computer',
            target: name,
            command: `computers create --name ${shellWord(name)} --remote-user ${shellWord(remoteUser)} --provider ${shellWord(body.provider)}`,
          },
          done: () => `Created ${name}.`,
          follow,
          howToCheck: 'Check before retrying: press R to refresh, or run qd computers list.',
          signal,
        }
        const made = await change('createComputer', { body }, words)
        if (made.next === undefined && made.answer.id !== undefined) onCreated(made.answer.id)
        return made.next
      }}
    />
  )
}

export type ComputerDialogProps = {
  id: string
  /** Untrusted text. */
  name: string
  /** The last known state; undefined if there is none. */
  computer: Lenient<Computer> | undefined
  /** Whether the server can return the computer after the change. */
  canRead: boolean
}

/** Edits the name, host id and remote user. Shows the changed fields and sends only them. */
export const EditComputerDialog = ({ id, name, computer = nothing, canRead }: ComputerDialogProps) => {
  const change = useChange()
  const requestTexts = useRequestTexts()
  const field = (of: (typeof EDITED_FIELDS)[number]) =>
    ({
      is: 'text',
      name: of,
      label: FIELD_LABELS[of],
      value: computer[of] ?? '',
      check: (text: string) => fieldProblem(of, text, computer[of]),
      hint: (text: string) => {
        const isNewName = of === 'name' && text !== computer.name
        return of === 'hostId' ? 'a UUID' : (isNewName && nameHint(text)) || `${text.length} of ${MAX_NAME_LENGTH}`
      },
    }) as const
  return (
    <Form
      title={`Edit ${name}`}
      fields={[field('name'), field('hostId'), field('remoteUser')]}
      table={(values) => {
        const changed = changedFields(computer, values)
        const rows = EDITED_FIELDS.flatMap((of) =>
          changed[of] === undefined ? [] : [[FIELD_LABELS[of], computer[of] ?? '–', changed[of]]],
        )
        return rows.length === 0 ? undefined : { columns: ['field', 'current', 'new'], rows }
      }}
      problem={(values) =>
        Object.keys(changedFields(computer, values)).length === 0
          ? 'Nothing was changed, so nothing is sent.'
          : undefined
      }
      request={requestTexts('PATCH', computerPath(id))}
      send={async (values, { signal }) => {
        const body = changedFields(computer, values)
        const changed = EDITED_FIELDS.filter((of) => body[of] !== undefined)
        const done = () => `Changed the ${changed.map((of) => FIELD_LABELS[of]).join(' and ')} of ${name}.`
        const options = changed.map((of) => ` ${EDIT_OPTIONS[of]} ${shellWord(body[of] ?? '')}`)
        const action = {
          what: changed.join() === 'name' ? 'rename computer' : 'edit computer',
          target: body.name === undefined ? name : `${name} → ${body.name}`,
          command: `computers update ${shellWord(id)}${options.join('')}`,
        }
        const words = { action, done, howToCheck: checkInstruction(id, canRead), signal }
        return (await change('updateComputer', { params: { computerId: id }, body }, words)).next
      }}
    />
  )
}

const nothing: Lenient<Computer> = {}

/** The options of `qd computers update`. */
const EDIT_OPTIONS = { name: '--name', hostId: '--host-id', remoteUser: '--remote-user' } as const

/** Resumes a paused computer. */
export const RestartComputerDialog = ({ id, name, computer, canRead }: ComputerDialogProps) => {
  const follow = useFollowComputer(canRead)
  return (
    <ConfirmChange
      title={`Restart ${name}`}
      about={[
        { label: 'status', text: computer?.status ?? 'unknown' },
        { label: 'effect', text: 'resumes it if paused, otherwise does nothing' },
      ]}
      verb="restarts it"
      doing="restarting it"
      change="restartComputer"
      request={{ params: { computerId: id } }}
      action={{ what: 'restart computer', target: name, command: `computers restart ${shellWord(id)}` }}
      follow={(restarted) => follow(restarted, id)}
      shown={['POST', computerPath(id, '/restart')]}
      done={`Restarted ${name}.`}
      howToCheck={checkInstruction(id, canRead)}
    />
  )
}

/** Deletes a computer after its name is typed for confirmation. */
export const DeleteComputerDialog = ({ id, name, computer, canRead }: ComputerDialogProps) => {
  const repositories = computer?.clonedRepoDirectories?.join(', ')
  return (
    <ConfirmChange
      title={`Delete ${name}`}
      about={[
        { label: 'id', text: id },
        { label: 'repositories', text: repositories || 'none known' },
      ]}
      typed={confirmationText(name, id)}
      verb="deletes it"
      doing="deleting it"
      change="deleteComputer"
      request={{ params: { computerId: id } }}
      action={{ what: 'delete computer', target: name, command: `computers delete ${shellWord(id)}` }}
      shown={['DELETE', computerPath(id)]}
      done={`Deleted ${name}.`}
      howToCheck={checkInstruction(id, canRead)}
    />
  )
}
