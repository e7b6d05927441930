import type { AttentionKind } from './attention-kind.ts'
import { failedCiJobs, failedExports, failedNotices, failedProvisioning } from './failures.ts'
import { fallenRepositories } from './fallen-repositories.ts'
import { expiringKeys, neglectedKeys } from './key-attention.ts'
import { newTools, peopleWhoStopped, unusualDays } from './usage-attention.ts'
import { widenedControls } from './widened-controls.ts'

/** All kinds of what needs attention, in the order in which they matter where they are of one severity. */
export const ATTENTION_KINDS = {
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

export type AttentionItem = ReturnType<(typeof ATTENTION_KINDS)[keyof typeof ATTENTION_KINDS]['find']>[number]

/** By what an item is known again: it counts as another one where one of them is another. */
export const attentionMarks = ({ id, marks = [id] }: AttentionItem): readonly string[] => marks

/** The row of the table that an item is of. */
export const kindOf = (item: AttentionItem): AttentionKind<AttentionItem> =>
  ATTENTION_KINDS[item.kind] as AttentionKind<AttentionItem>
