import * as z from 'zod'

/** Assigns an e-mail address, or a pattern with `*`, to a team such as `core/compilers`. */
export const TeamRule = z.looseObject({ email: z.string(), team: z.string() })
export type TeamRule = z.infer<typeof TeamRule>

/** `{teams}`: the lines of teams.csv in their order. */
export const Teams = z.looseObject({ teams: z.array(TeamRule) })

/** The credits that an organisation, a team or a user may use in a billing month. */
export const Budget = z.looseObject({
  /** `organization`, `team:NAME` or `user:EMAIL`. */
  scope: z.string(),
  credits: z.number(),
})
export type Budget = z.infer<typeof Budget>

/** `{budgets}`. */
export const Budgets = z.looseObject({ budgets: z.array(Budget) })
