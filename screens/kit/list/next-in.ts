/** What follows in a list, the first again after the last; with -1 what is before. */
export const nextIn = <Item>(list: readonly Item[], current: Item, step: 1 | -1 = 1): Item =>
  list[(list.indexOf(current) + step + list.length) % list.length] ?? current
