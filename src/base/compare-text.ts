/** By UTF-16 units, the same on every machine; for sorting. */
export const compareText = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0)
