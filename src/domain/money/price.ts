/** The price of credits: `amount` for each `per` credits. */
export type CreditPrice = { amount: number; per: number; currency: string }

/** What credits cost, in cents' precision; undefined without a price. */
export const moneyOf = (credits: number | undefined, price: CreditPrice | undefined): number | undefined =>
  credits === undefined || price === undefined
    ? undefined
    : Math.round((credits / price.per) * price.amount * 100) / 100
