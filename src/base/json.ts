/** Whether a value is an object and not a list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is an object or a list. */
export const isContainer = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === 'object' && value !== null

/** An own member by name; undefined where the value has none. */
export const memberOf = (value: unknown, name: string): unknown =>
  isContainer(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined

/** A value for each of these names. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> =>
  // Object.fromEntries knows no more of the names than that they are texts.
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>
