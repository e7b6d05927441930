import type { Route } from '../http/route.ts'

export const teams: Route<'teams'> = async (_request, { store }) => ({ teams: await store.teams.read() })

export const budgets: Route<'budgets'> = async (_request, { store }) => ({ budgets: await store.budgets.read() })
