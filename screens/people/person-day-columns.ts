import type { Lenient } from '../../src/contract/lenient.ts'
import type { PersonDay } from '../../src/contract/per-user-rows.ts'
import type { Day } from '../../src/domain/calendar/calendar.ts'
import type { SumField } from '../../src/domain/people/people-fields.ts'
import type { PersonDetail } from '../../src/domain/people/person-detail.ts'
import { dayLabel, NONE } from '../../src/domain/text/format.ts'
import type { Column, PlacedColumn } from '../../src/ui/layout/data-table.ts'
import { numberText, wordsText, wordText } from './cells.ts'

/** A day of a person, with its row where there is one. */
export type PersonDayRow = { day: Day; row: Lenient<PersonDay> | undefined; rank: number | undefined }

/** The days of a person, newest first. */
export const personDayRows = ({ days, rows, ranksByDay }: PersonDetail): PersonDayRow[] =>
  days.map((day, offset) => ({ day, row: rows[offset], rank: ranksByDay[offset] })).toReversed()

export type PersonColumn = Column<PersonDayRow> & {
  /** What the chart shows while the column is chosen; absent: words, which have no chart. */
  field?: SumField
  /** What the chart is called then. */
  name: string
}

type Member = Extract<keyof PersonDay, string>

const number = (member: Member, field: SumField, title: string, width: number, name: string): PersonColumn => ({
  id: member,
  field,
  title,
  name,
  align: 'right',
  width,
  priority: 0,
  text: ({ row }, cells) => (row ? numberText(row[member] as number | undefined, cells) : NONE),
})

const word = (member: Member, title: string, width: number, name: string): PersonColumn => ({
  id: member,
  title,
  name,
  align: 'left',
  width,
  priority: 0,
  text: ({ row }) => (row ? wordText(row[member] as string | undefined) : NONE),
})

/** The day stands before all other columns. */
export const dayColumn: PersonColumn = {
  id: 'date',
  title: 'DAY',
  name: 'day',
  align: 'left',
  width: 10,
  priority: 0,
  text: ({ day }) => dayLabel(day),
}

/** Every member of a per-user row but those that say whose and which day's it is. */
export const personColumns: readonly PersonColumn[] = [
  number('billable_tokens', 'credits', 'CREDITS', 9, 'credits'),
  {
    id: 'rank',
    title: '#',
    name: 'rank by credits',
    align: 'right',
    width: 4,
    priority: 0,
    text: ({ rank }) => (rank === undefined ? NONE : String(rank)),
    role: () => 'muted',
  },
  number('tool_calls', 'tools', 'TOOLS', 6, 'tool calls'),
  number('sessions', 'sessions', 'SESS', 5, 'sessions'),
  number('git_commits', 'commits', 'COMMITS', 8, 'commits'),
  number('git_prs_created', 'prs', 'PRS', 4, 'pull requests'),
  word('delegation_level', 'MODE', 11, 'mode'),
  word('primary_model', 'MODEL', 12, 'model'),
  word('primary_model_tier', 'TIER', 8, 'tier'),
  number('messages', 'messages', 'MSGS', 6, 'messages'),
  number('user_messages', 'asked', 'ASKED', 6, 'messages of the person'),
  number('assistant_messages', 'answered', 'ANSWD', 6, 'messages of the assistant'),
  number('autonomy_ratio', 'autonomy', 'AUTON', 6, 'tool calls per message of the person'),
  number('files_created', 'created', 'CREATED', 8, 'files created'),
  number('files_edited', 'edited', 'EDITED', 7, 'files edited'),
  number('mcp_calls', 'mcp', 'MCP', 5, 'MCP calls'),
  number('skill_calls', 'skills', 'SKILLS', 7, 'skill activations'),
  number('slash_commands', 'slash', 'SLASH', 6, 'slash commands'),
  number('hooks', 'hooks', 'HOOKS', 6, 'hook executions'),
  {
    id: 'languages',
    title: 'LANGUAGES',
    name: 'languages',
    align: 'left',
    width: 24,
    priority: 0,
    text: ({ row }, width) => (row ? wordsText(row.languages ?? [], width) : NONE),
  },
]

const GAP = 2

/**
 * The columns that stand in `width` cells: the day, then as many as fit, from the first on that shows the chosen one too.
 */
export const placedAround = (chosen: number, width: number): PlacedColumn<PersonDayRow>[] => {
  const cells = (index: number): number => GAP + ((personColumns[index]?.width as number | undefined) ?? 0)
  const room = width - (dayColumn.width as number)
  let start = 0
  for (let end = start, used = 0; end <= chosen; end++) {
    used += cells(end)
    while (used > room && start < end) used -= cells(start++)
  }
  const placed: PlacedColumn<PersonDayRow>[] = [{ column: dayColumn, width: dayColumn.width as number }]
  for (let index = start, used = 0; index < personColumns.length; index++) {
    used += cells(index)
    const column = personColumns[index]
    if (used > room || !column) break
    placed.push({ column, width: column.width as number })
  }
  return placed
}
