/** What an organisation pays, and how it is billed. Absent parts are unknown. */
export type Plan = {
  /** First day of the billing month, 1 to 31. */
  billingDay?: number | undefined
  /** The price of a seat per month. */
  seatPrice?: { amount: number; currency: string } | undefined
  /** The price of `per` credits. */
  creditPrice?: { amount: number; per: number; currency: string } | undefined
  /** Absolute path of a teams.csv, which replaces the teams of the server. */
  teams?: string | undefined
  /** Budgets that replace those of the server. */
  budgets?: readonly { scope: string; credits: number }[] | undefined
}
