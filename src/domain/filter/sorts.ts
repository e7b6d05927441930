export type Order<By extends string = string> = { by: By; isDescending: boolean }

/**
 * Creates the sort orders of a list. Their names keep the order of `orders`. Sorting is stable.
 *
 * @param itemOf - Returns the item of a row that the orders compare.
 * @param descending - Orders that are descending by default.
 */
export const sortsOf = <Row, Item, By extends string>(
  itemOf: (row: Row) => Item,
  orders: Readonly<Record<By, (a: Item, b: Item) => number>>,
  descending: readonly NoInfer<By>[],
) => ({
  names: Object.keys(orders) as By[],
  /** The default order by a name. */
  begin: (by: By): Order<By> => ({ by, isDescending: descending.includes(by) }),
  sorted: (rows: readonly Row[], { by, isDescending }: Order<By>): Row[] =>
    rows.toSorted((a, b) => (isDescending ? -1 : 1) * orders[by](itemOf(a), itemOf(b))),
})
