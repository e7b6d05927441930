/** A value for each of these names. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> =>
  // Object.fromEntries knows no more of the names than that they are texts.
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>
