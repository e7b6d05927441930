import fc from 'fast-check'

const NAMES = ['a', 'b', 'id', 'name', 'toString', '__proto__', 'constructor', '', 'a.b', 'a/b~c', '0', 'x"y]', '{é}']

const scalar = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '', '*', 'x.y'),
  fc.integer({ min: -2, max: 5 }),
  fc.boolean(),
  fc.constant(null),
)

/** JSON with few names and values, so that two documents have much in common; lists of items, scalars and lists. */
export const json: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; item: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(scalar, { maxLength: 6 }),
    fc.array(tie('item'), { maxLength: 6 }),
    fc.array(tie('value'), { maxLength: 5 }),
    entries(tie('value')),
  ),
  item: fc
    .tuple(
      fc.constantFrom('id', 'name', 'model', 'urlPattern', 'repo'),
      fc.integer({ max: 5, min: 0 }),
      entries(tie('value')),
    )
    .map(([key, value, rest]) => JSON.parse(`{${JSON.stringify(key)}:${value},"rest":${JSON.stringify(rest)}}`)),
})).value

/** Settings nested as deep as the client accepts, with a value at the end. */
export const nested = (end: unknown): unknown => {
  let value = end
  for (let level = 0; level < 500; level += 1) value = { deeper: value }
  return value
}

/** An object parsed from JSON, so that every name is an own property. */
function entries(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 5 })
    .map((members) =>
      JSON.parse(`{${members.map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`).join(',')}}`),
    )
}
