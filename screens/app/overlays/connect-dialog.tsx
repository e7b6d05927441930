import { AppError } from '../../../src/base/errors.ts'
import type { ValuesOf } from '../../../src/ui/dialog/fields.ts'
import { Form, type Sent } from '../../../src/ui/dialog/form.tsx'
import type { Jobs } from '../../kit/session/jobs.ts'
import type { AddressTrial, ProfileChecks, ProfileDraft, Profiles } from '../../kit/session/profiles.ts'
import { useSession } from '../../kit/session/session.ts'

/** Adds the user's organisation: its addresses and its key, which are tested before anything is saved. */
export const ConnectDialog = () => {
  const { profiles, jobs } = useSession()
  return (
    <Form
      title="Connect an organisation"
      fields={fieldsOf(profiles.check)}
      request={(values) => requestOf(draftOf(values))}
      verb="tests it"
      doing="sending one request to each address"
      send={(values, how) => connect(profiles, jobs, draftOf(values), how)}
    />
  )
}

/** Sources of the key. A typed key is stored; a command that prints the key runs each time. */
const sources = [
  { value: 'keychain', label: 'typed below, stored in the system keychain' },
  { value: 'file', label: 'typed below, stored in a file only you can read' },
  { value: 'helper', label: 'printed by a command each time' },
] as const

const fieldsOf = ({ name, address, key }: ProfileChecks) =>
  [
    { is: 'text', name: 'name', label: 'name', check: (text) => name(text.trim()) },
    { is: 'text', name: 'baseUrl', label: 'API address', check: (text) => address(text.trim()) },
    {
      is: 'text',
      name: 'appUrl',
      label: 'app address',
      check: (text) => (text.trim() === '' ? undefined : address(text.trim())),
      hint: (text) => (text.trim() === '' ? 'empty: same as the API address' : ''),
    },
    { is: 'choice', name: 'source', label: 'key', options: sources },
    {
      is: 'text',
      name: 'key',
      label: 'API key',
      isMasked: true,
      isShown: ({ source }) => source !== 'helper',
      check: (text) => key(text.trim()),
    },
    {
      is: 'text',
      name: 'helper',
      label: 'command',
      isShown: ({ source }) => source === 'helper',
      check: (text) => (text.trim() === '' ? 'enter a command, such as pass show work/qd' : undefined),
    },
  ] as const satisfies Parameters<typeof Form>[0]['fields']

const draftOf = (values: ValuesOf<ReturnType<typeof fieldsOf>>): ProfileDraft => {
  const { source, key, helper } = values
  return {
    name: values.name.trim(),
    baseUrl: values.baseUrl.trim(),
    appUrl: values.appUrl.trim() || undefined,
    key: source === 'helper' ? { helper } : { in: source === 'file' ? 'file' : 'keychain', text: key.trim() },
  }
}

const requestOf = ({ baseUrl, appUrl = baseUrl }: ProfileDraft): string => {
  const hosts = [...new Set([baseUrl, appUrl].map(hostOf))]
  if (hosts.includes('')) return 'saved after both addresses accept the key'
  return `2 GET requests to ${hosts.join(' and ')}; saved if both accept the key`
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')

/** Tests the addresses, asks before replacing a profile or stopping jobs, then saves the profile and opens it. */
const connect = async (
  profiles: Profiles,
  jobs: Jobs,
  draft: ProfileDraft,
  { isConfirmed, signal }: { isConfirmed: boolean; signal: AbortSignal },
): Promise<Sent> => {
  let notice: string | undefined
  if (!isConfirmed) {
    const trials = await profiles.test(draft, signal)
    const messages = trials.map(messageOf)
    if (trials.some(({ error }) => error)) return { messages }
    const old = (await profiles.list()).find(({ name }) => name === draft.name)
    const warnings = [
      ...(old ? [`Profile ${draft.name} exists for ${old.baseUrl}. Replace it?`] : []),
      ...(jobs.list().length > 0 ? ['Running jobs will be stopped. Continue?'] : []),
    ]
    if (warnings.length > 0) return { ask: warnings.join(' '), messages }
    notice = noticeOf(draft, trials)
  }
  // If the user has closed the dialog meanwhile, nothing is saved.
  if (signal.aborted) return 'stay'
  await profiles.save(draft).catch((error: unknown) => {
    if (!(error instanceof AppError) || !error.message.startsWith('The system keychain')) throw error
    throw new AppError(error.kind, `${error.message} Choose the file in the field key.`, { cause: error })
  })
  await jobs.stopAll()
  await profiles.open(draft.name, notice)
  return 'stay'
}

const hosts = {
  api: { label: 'API address', data: 'usage analytics' },
  app: { label: 'app address', data: 'readiness reports' },
} as const

const messageOf = ({ host, error, isLimited }: AddressTrial) => {
  const { label, data } = hosts[host]
  if (error) return { variant: 'error', text: `${label}: ${error.message}` } as const
  return isLimited
    ? ({ variant: 'warning', text: `${label} accepts the key, but the key has no permission to read ${data}` } as const)
    : ({ variant: 'success', text: `${label} accepts the key` } as const)
}

const noticeOf = ({ name }: ProfileDraft, trials: readonly AddressTrial[]): string => {
  const unseen = trials.filter(({ isLimited }) => isLimited).map(({ host }) => hosts[host].data)
  return unseen.length === 0
    ? `${name} is connected: both addresses accept the key.`
    : `${name} is connected, but its key has no permission to read ${unseen.join(' and ')}.`
}
