import type { Day } from '../../../src/domain/calendar/calendar.ts'
import { fieldsOf } from '../../../src/domain/filter/field-of.ts'
import type { RowTable } from '../../../src/domain/filter/row-columns.ts'
import { decisionTable } from '../../../src/domain/hooks/decision-table.ts'
import type { HookEntry, HookView } from './hook-entries.ts'

/** Filters of a view. Decisions have the fields that the log of the command line has. */
export const hookTable = (view: HookView, today: Day): RowTable<HookEntry> => {
  switch (view) {
    case 'decisions':
      return decisionTable(today, ({ decision }: HookEntry) => decision ?? NO_DECISION)
    case 'channels':
      return tableOf([
        field('channel', 'word', ({ cells }) => cells.name),
        field('kind', 'word', ({ cells }) => cells.kind),
        field('status', 'word', ({ words }) => words?.result),
      ])
    case 'rules':
      return tableOf([
        field('event', 'word', ({ cells }) => cells.events?.split(', ')),
        field('channel', 'word', ({ cells }) => cells.tells?.split(', ')),
      ])
  }
}

const field = fieldsOf((entry: HookEntry) => entry)

const NO_DECISION = { at: Number.NaN, outcome: '', why: '' }

const tableOf = (fields: RowTable<HookEntry>['fields']): RowTable<HookEntry> => ({
  fields,
  nameOf: ({ id }) => id,
  textsOf: ({ cells, detail }) => [...Object.values(cells), ...detail],
})
