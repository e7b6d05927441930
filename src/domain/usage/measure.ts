/** Number format: a `count` has no decimals if whole, a `ratio` has decimals, a `share` (0 to 1) is in percent. */
export type NumberKind = 'count' | 'ratio' | 'share'

/**
 * Aggregation of the days of a range: the sum; the mean, median or maximum, with equal weight of all days; or the last
 * known day. A sum makes no sense for some values, for example because users would count several times.
 */
export type How = 'sum' | 'mean' | 'median' | 'max' | 'last'

type Described<Name extends string> = {
  /** Name in output: the API's field name for sums, otherwise with a suffix (`web_users_mean`). */
  name: Name
  /** Title in a list of figures: `Raw input tokens`. */
  title: string
  /** Title within a sentence or with little space: `raw input tokens`. */
  short: string
  /** Column heading in upper case: `INPUT`. */
  heading: string
  /** Format of its value for a day. */
  unit: NumberKind
  /** Format of its value for a range. The mean of counts is a ratio. */
  kind: NumberKind
}

/** A measure that is a number in the rows of days. */
export type PlainMeasure<Name extends string = string, Member extends string = string> = Described<Name> & {
  how: How
  /** The field of the row. */
  member: Member
  /** The field within `member`, if that is an object. */
  inner?: string
}

/** A measure computed from two others, in the same way for a day and for a range. */
export type DerivedMeasure<Name extends string = string> = Described<Name> & {
  how: 'derived'
  of: readonly [PlainMeasure, PlainMeasure]
  from: (first: number | undefined, second: number | undefined) => number | undefined
}

export type Measure<Name extends string = string> = PlainMeasure<Name> | DerivedMeasure<Name>

/** The fields that the contract declares. */
export type NamedMember<Row> = keyof { [K in keyof Row as string extends K ? never : K]: true } & string

/** The declared fields with numbers. */
type NumberMember<Row> = {
  [K in NamedMember<Row>]: [Exclude<Row[K], undefined | null>] extends [number] ? K : never
}[NamedMember<Row>]

export type Words = {
  title: string
  /** @default the title with a lower-case first letter */
  short?: string
  /** @default the short title in upper case */
  heading?: string
  /** @default 'count' */
  unit?: NumberKind
  /** @default the unit; 'ratio' for means and medians of counts */
  kind?: NumberKind
}

const described = <Name extends string>(name: Name, how: Measure['how'], words: Words): Described<Name> => {
  const { title, unit = 'count' } = words
  const { short = `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`, heading = short.toUpperCase() } = words
  const isMiddle = how === 'mean' || how === 'median'
  const { kind = isMiddle && unit === 'count' ? 'ratio' : unit } = words
  return { name, title, short, heading, unit, kind }
}

/** Creates measures from the fields of a contract row. A renamed field is then a compile error. */
export const measuresIn = <Row>() => ({
  sum: <Member extends NumberMember<Row>>(member: Member, words: Words): PlainMeasure<Member, Member> => ({
    ...described(member, 'sum', words),
    how: 'sum',
    member,
  }),
  over: <Member extends NumberMember<Row>, Way extends Exclude<How, 'sum'>>(
    member: Member,
    how: Way,
    words: Words,
  ): PlainMeasure<`${Member}_${Way}`, Member> => ({ ...described(`${member}_${how}`, how, words), how, member }),
  /** For a number in an object of the row. */
  within: <Member extends NamedMember<Row>, Inner extends NumberMember<Row[Member]>, Way extends Exclude<How, 'sum'>>(
    member: Member,
    inner: Inner,
    how: Way,
    words: Words,
  ): PlainMeasure<`${Inner}_${Way}`> => ({ ...described(`${inner}_${how}`, how, words), how, member, inner }),
})

export const derived = <Name extends string>(
  name: Name,
  words: Words,
  of: DerivedMeasure['of'],
  from: DerivedMeasure['from'],
): DerivedMeasure<Name> => ({ ...described(name, 'derived', words), how: 'derived', of, from })

/** Measures by name, in the same order. */
export const byName = <const List extends readonly Measure[]>(list: List) =>
  Object.fromEntries(list.map((measure) => [measure.name, measure])) as {
    [One in List[number] as One['name']]: One
  }
