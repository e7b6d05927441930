import type { AttentionKind } from './attention-kind.ts'
import { exceededBudgets } from './budget-attention.ts'
import { fullDisks, idleComputers } from './computer-attention.ts'
import { failedCiJobs, failedExports, failedProvisioning, failingChannelItems } from './failures.ts'
import { expiringKeys, neglectedKeys } from './key-attention.ts'
import { loosenedControls } from './loosened-controls.ts'
import { regressedRepositories } from './regressed-repositories.ts'
import { reachedLimits, unusedSeats } from './seat-attention.ts'
import { newTools, stoppedUserItems, unusualDays } from './usage-attention.ts'

/** All kinds of attention items. Their order is the order of items with equal severity. */
export const ATTENTION_KINDS = {
  anomaly: unusualDays,
  risk: loosenedControls,
  budget: exceededBudgets,
  limits: reachedLimits,
  keys: expiringKeys,
  provisioning: failedProvisioning,
  ci: failedCiJobs,
  fell: regressedRepositories,
  export: failedExports,
  notices: failingChannelItems,
  tools: newTools,
  neglected: neglectedKeys,
  seats: unusedSeats,
  stopped: stoppedUserItems,
  disk: fullDisks,
  idle: idleComputers,
}

export type AttentionItem = ReturnType<(typeof ATTENTION_KINDS)[keyof typeof ATTENTION_KINDS]['find']>[number]

/** The ids of an item that are each reported once: the item is new while one of them has not been reported. */
export const attentionMarks = ({ id, marks = [id] }: AttentionItem): readonly string[] => marks

export const kindOf = (item: AttentionItem): AttentionKind<AttentionItem> =>
  ATTENTION_KINDS[item.kind] as AttentionKind<AttentionItem>
