/** The roles, ordered from most to fewest rights. */
export const ROLES = ['owner', 'manager', 'member', 'guest'] as const
export type Role = (typeof ROLES)[number]

/** Roles of access keys of our service. A key for `ingest` may only send telemetry and hook events. */
export const KEY_ROLES = [...ROLES, 'ingest'] as const
export type KeyRole = (typeof KEY_ROLES)[number]

export const MEMBERS: readonly Role[] = ['owner', 'manager', 'member']
export const OWNERS: readonly Role[] = ['owner']
export const MANAGERS: readonly Role[] = ['owner', 'manager']
