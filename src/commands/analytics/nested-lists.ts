import type { ProductivityDay, ToolDay } from '../../contract/analytics.ts'
import type { CreditDay } from '../../contract/credits.ts'
import type { NamedMember } from '../../domain/usage/measure.ts'
import { isRow } from '../output/raw-rows.ts'
import type { RawRow } from '../output/row-layout.ts'

/** A list within a row whose entries are added up over a range by what names them. */
export type NestedList = {
  member: string
  /** Members of an entry that tell it from others. */
  keys: readonly string[]
  sums: readonly string[]
  /** Members whose last value is kept. */
  words?: readonly string[]
}

// By the members of the contract's row, so that a renamed one does not compile.
const listIn =
  <Row>() =>
  (member: NamedMember<Row>, list: Omit<NestedList, 'member'>): NestedList => ({ member, ...list })

const creditList = listIn<CreditDay>()
export const creditLists: readonly NestedList[] = [
  creditList('by_model', {
    keys: ['model_id', 'model_tier'],
    sums: ['billable_tokens', 'input_tokens', 'output_tokens'],
  }),
  creditList('by_user', { keys: ['user_id'], sums: ['billable_tokens'], words: ['user_email'] }),
]

const toolList = listIn<ToolDay>()
export const toolLists: readonly NestedList[] = [
  toolList('by_tool', { keys: ['tool'], sums: ['invocations'] }),
  toolList('mcp_by_server', { keys: ['server'], sums: ['invocations'] }),
  toolList('skills_by_name', { keys: ['name'], sums: ['count'] }),
  toolList('slash_commands_by_name', { keys: ['name'], sums: ['count'] }),
  toolList('hooks_by_event', { keys: ['event', 'matcher', 'command'], sums: ['count'] }),
]

const productivityList = listIn<ProductivityDay>()
export const productivityLists: readonly NestedList[] = [
  productivityList('by_extension', { keys: ['extension'], sums: ['count'] }),
  productivityList('by_language', { keys: ['language'], sums: ['count'] }),
]

/** The entries of a list over rows, each once with its sums, the largest first. */
export const addedUp = (rows: readonly RawRow[], { member, keys, sums, words = [] }: NestedList): RawRow[] => {
  const entries = new Map<string, Record<string, unknown>>()
  for (const row of rows) {
    const list = row[member]
    if (!Array.isArray(list)) continue
    for (const entry of list) {
      if (!isRow(entry)) continue
      const id = JSON.stringify(keys.map((key) => entry[key]))
      const own = entries.get(id) ?? Object.fromEntries(keys.map((key) => [key, entry[key]]))
      entries.set(id, own)
      for (const word of words) own[word] = entry[word] ?? own[word] ?? null
      for (const sum of sums) own[sum] = added(own[sum], entry[sum])
    }
  }
  const [first = ''] = sums
  return [...entries.values()].sort((a, b) => (numberOf(b[first]) ?? -1) - (numberOf(a[first]) ?? -1))
}

const added = (sum: unknown, value: unknown): unknown => {
  const number = numberOf(value)
  return number === undefined ? (sum ?? null) : (numberOf(sum) ?? 0) + number
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
