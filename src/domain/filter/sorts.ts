/** What rows are ordered by, and which way. */
export type Order<By extends string = string> = { by: By; isDescending: boolean }

/**
 * The orders of a list by their names, in the order in which they are offered. Equal rows stay as they are.
 *
 * @param filedOf - What a row is compared by.
 * @param descending - The orders that begin with the largest.
 */
export const sortsOf = <Row, Filed, By extends string>(
  filedOf: (row: Row) => Filed,
  orders: Readonly<Record<By, (a: Filed, b: Filed) => number>>,
  descending: readonly NoInfer<By>[],
) => ({
  names: Object.keys(orders) as By[],
  begin: (by: By): Order<By> => ({ by, isDescending: descending.includes(by) }),
  sorted: (rows: readonly Row[], { by, isDescending }: Order<By>): Row[] =>
    rows.toSorted((a, b) => (isDescending ? -1 : 1) * orders[by](filedOf(a), filedOf(b))),
})
