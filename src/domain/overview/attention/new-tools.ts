import type { Day } from '../../calendar/calendar.ts'
import { dayLabel, fullNumber } from '../../text/format.ts'
import type { AttentionInput, AttentionKind, Matter } from './attention-kind.ts'
import { namedFirst } from './named-first.ts'

/** A tool that nobody had used before. */
type NewTool = {
  /** Untrusted text. */
  name: string
  /** Calls since then. */
  calls: number
}

export type NewTools = Matter<'tools'> & {
  /** The day of their first use. */
  day: Day
  /** The most used first; at least one. */
  tools: NewTool[]
  /** Days before that are known to have no use of them. */
  daysBefore: number
}

/** With fewer known days before it nobody can say that a tool is new: one that is used once a month is not. */
const LEAST_BEFORE = 28

const find = ({ tools: days = [], range }: AttentionInput): NewTools[] => {
  const known = days
    .flatMap(({ date, by_tool }) => (date === undefined || by_tool === undefined ? [] : [{ date, by_tool }]))
    .filter(({ date }) => date <= range.to)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  const first = new Map<string, { day: Day; at: number; calls: number }>()
  const dates = new Set<Day>()
  for (const { date, by_tool } of known) {
    const at = dates.size
    dates.add(date)
    for (const { tool = '', invocations } of by_tool) {
      // An entry without a number is use of an unknown amount.
      if (tool === '' || invocations === 0) continue
      const before = first.get(tool)
      if (before) before.calls += invocations ?? 0
      else first.set(tool, { day: date, at, calls: invocations ?? 0 })
    }
  }
  const byDay = new Map<Day, { at: number; tools: NewTool[] }>()
  for (const [name, { day, at, calls }] of first) {
    if (day < range.from || at < LEAST_BEFORE) continue
    const own = byDay.get(day)
    if (own) own.tools.push({ name, calls })
    else byDay.set(day, { at, tools: [{ name, calls }] })
  }
  return [...byDay]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, { at, tools }]) => ({
      kind: 'tools',
      id: `tools:${day}`,
      severity: 'medium',
      target: { screen: 'usage', view: 'tools', day },
      day,
      tools: tools.sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1)),
      daysBefore: at,
    }))
}

export const newTools: AttentionKind<NewTools> = {
  find,
  text: ({ day, tools }) => ({
    subject: dayLabel(day).slice(0, 6),
    text: `first use of ${tools.length === 1 ? 'a tool' : `${tools.length} tools`}: ${namedFirst(tools.map(({ name }) => name))}`,
  }),
  why: ({ tools, daysBefore }) => {
    const calls = fullNumber(tools.reduce((sum, tool) => sum + tool.calls, 0))
    return `${calls} calls since then, and none on the ${daysBefore} days before that are known.`
  },
  output: ({ day, tools, daysBefore }) => ({ day, tools, days_before: daysBefore }),
}
