import type { RowTable } from '../../../src/domain/filter/row-columns.ts'
import { channelTable } from '../../../src/domain/hooks/channel-row.ts'
import { decisionTable } from '../../../src/domain/hooks/decision-table.ts'
import { ruleTable } from '../../../src/domain/hooks/rule-row.ts'
import type { HookEntry, HookView } from './hook-entries.ts'

/** Filters of a view: those that the command line has for the same rows. */
export const hookTable = (view: HookView, now: number): RowTable<HookEntry> => {
  switch (view) {
    case 'decisions':
      return decisionTable(now, ({ told }: HookEntry) => told.decision ?? NO_DECISION)
    case 'channels':
      return channelTable(({ told }: HookEntry) => told.channel)
    case 'rules':
      return ruleTable(({ told }: HookEntry) => told.rule)
  }
}

const NO_DECISION = { at: Number.NaN, outcome: '', why: '' }
