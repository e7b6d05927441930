import { ATTENTION_KINDS, type AttentionItem } from './attention-kinds.ts'

type Kind = AttentionItem['kind']
type Severity = AttentionItem['severity']

/**
 * What is checked for attention items, most important first: the name within a sentence, and the most important item
 * that the check can find. Anything else on this machine is known at once.
 */
const CHECKS = {
  credits: { of: 'credits', best: ['high', 'anomaly'] },
  activity: { of: 'tools, activity and commits', best: ['medium', 'anomaly'] },
  controls: { of: 'controls', best: ['high', 'risk'] },
  budgets: { of: 'budgets', best: ['high', 'budget'] },
  seats: { of: 'seats', best: ['high', 'limits'] },
  keys: { of: 'keys', best: ['high', 'keys'] },
  computers: { of: 'computers', best: ['medium', 'provisioning'] },
  ci: { of: 'CI jobs', best: ['medium', 'ci'] },
  readiness: { of: 'readiness', best: ['medium', 'fell'] },
  use: { of: 'use of computers', best: ['medium', 'disk'] },
} as const satisfies Record<string, { of: string; best: readonly [Severity, Kind] }>

export type CheckName = keyof typeof CHECKS
const CHECK_NAMES = Object.keys(CHECKS) as CheckName[]

/** `running`: its data has never been loaded. */
export type CheckState = 'running' | 'done' | 'failed'
export type Checks = Readonly<Record<CheckName, CheckState>>

export const checkTitle = (check: CheckName): string => CHECKS[check].of

/** The checks that are running, most important first. */
export const runningChecks = (checks: Checks): CheckName[] => CHECK_NAMES.filter((name) => checks[name] === 'running')

const CHECK_OF: Readonly<Record<Kind, CheckName | undefined>> = {
  anomaly: 'credits',
  risk: 'controls',
  budget: 'budgets',
  limits: 'seats',
  keys: 'keys',
  provisioning: 'computers',
  ci: 'ci',
  fell: 'readiness',
  export: undefined,
  notices: undefined,
  tools: 'activity',
  neglected: 'keys',
  seats: 'seats',
  stopped: 'credits',
  disk: 'use',
  idle: 'use',
}

const checkOf = (item: AttentionItem): CheckName | undefined =>
  item.kind === 'anomaly' && item.measure !== 'credits' ? 'activity' : CHECK_OF[item.kind]

const KINDS = Object.keys(ATTENTION_KINDS)

const rankOf = ([severity, kind]: readonly [Severity, Kind]): number =>
  (severity === 'high' ? 0 : KINDS.length) + KINDS.indexOf(kind)

/** The place of a check in the list, while checks are running. */
export type CheckRow = {
  id: string
  item?: undefined
  check: CheckName
  state: CheckState
  /** The items that it has found and that are not listed yet. */
  waiting: readonly AttentionItem[]
  /** Whether it has found items that are listed. */
  hasListed: boolean
}

/** A row of the attention list. */
export type AttentionRow = { id: string; item: AttentionItem } | CheckRow

export const itemRow = (item: AttentionItem): AttentionRow => ({ id: item.id, item })

/**
 * The rows while checks are running. An item is listed once no running check can find a more important one, so that it
 * never moves. The other rows hold the places of the checks.
 *
 * @param items - In the order of attentionOf.
 */
export const rowsWhileChecking = (items: readonly AttentionItem[], checks: Checks): AttentionRow[] => {
  const first = Math.min(...runningChecks(checks).map((name) => rankOf(CHECKS[name].best)))
  const final = items.filter(({ severity, kind }) => rankOf([severity, kind]) < first)
  const places = CHECK_NAMES.slice(final.length).map((check): AttentionRow => {
    const isIts = (item: AttentionItem) => checkOf(item) === check
    const waiting = items.slice(final.length).filter(isIts)
    return { id: `check ${check}`, check, state: checks[check], waiting, hasListed: final.some(isIts) }
  })
  return [...final.map(itemRow), ...places]
}
