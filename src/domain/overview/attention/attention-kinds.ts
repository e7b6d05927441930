import type { AttentionKind } from './attention-kind.ts'
import {
  type FailedCiJob,
  type FailedExportMatter,
  type FailedNotices,
  type FailedProvisioning,
  failedCiJobs,
  failedExports,
  failedNotices,
  failedProvisioning,
} from './failures.ts'
import { type FallenRepository, fallenRepositories } from './fallen-repositories.ts'
import { type ExpiringKeyMatter, expiringKeys, type NeglectedKeysMatter, neglectedKeys } from './key-attention.ts'
import {
  type NewTools,
  newTools,
  type PeopleWhoStopped,
  peopleWhoStopped,
  type UnusualDay,
  unusualDays,
} from './usage-attention.ts'
import { type WidenedControls, widenedControls } from './widened-controls.ts'

export type AttentionItem =
  | UnusualDay
  | WidenedControls
  | ExpiringKeyMatter
  | FailedProvisioning
  | FailedCiJob
  | FallenRepository
  | FailedExportMatter
  | FailedNotices
  | NewTools
  | NeglectedKeysMatter
  | PeopleWhoStopped

type Name = AttentionItem['kind']

/** All kinds of what needs attention, in the order in which they matter where they are of one severity. */
export const ATTENTION_KINDS: { [N in Name]: AttentionKind<Extract<AttentionItem, { kind: N }>> } = {
  anomaly: unusualDays,
  risk: widenedControls,
  keys: expiringKeys,
  provisioning: failedProvisioning,
  ci: failedCiJobs,
  fell: fallenRepositories,
  export: failedExports,
  notices: failedNotices,
  tools: newTools,
  neglected: neglectedKeys,
  stopped: peopleWhoStopped,
}

/** By what an item is known again: it counts as another one where one of them is another. */
export const attentionMarks = ({ id, marks = [id] }: AttentionItem): readonly string[] => marks

/** The row of the table that an item is of. */
export const kindOf = (item: AttentionItem): AttentionKind<AttentionItem> =>
  ATTENTION_KINDS[item.kind] as AttentionKind<AttentionItem>
