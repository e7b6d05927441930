/** Whether a value is an object and not an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is an object or an array. */
export const isContainer = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === 'object' && value !== null

/** An own property by name; undefined if the value has none. */
export const memberOf = (value: unknown, name: string): unknown =>
  isContainer(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined

/** Creates a record with a value for each name. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> =>
  // Object.fromEntries types its keys as string.
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>
