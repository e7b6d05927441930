/** What a budget is for. */
export type BudgetScope = { of: 'organization' } | { of: 'team'; team: string } | { of: 'user'; email: string }

/** Parses `organization`, `team:NAME` or `user:EMAIL`; undefined for any other text. */
export const parseScope = (text: string): BudgetScope | undefined => {
  if (text === 'organization') return { of: 'organization' }
  if (text.startsWith('team:') && text.length > 'team:'.length) return { of: 'team', team: text.slice('team:'.length) }
  if (text.startsWith('user:') && text.includes('@')) return { of: 'user', email: text.slice('user:'.length) }
  return undefined
}
