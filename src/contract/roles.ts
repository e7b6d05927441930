/** The roles, ordered from most to fewest rights. */
export const ROLES = ['owner', 'manager', 'member', 'guest'] as const
export type Role = (typeof ROLES)[number]

export const MEMBERS: readonly Role[] = ['owner', 'manager', 'member']
export const MANAGERS: readonly Role[] = ['owner', 'manager']
