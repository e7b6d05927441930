/** How a number is written: a `count` without decimals where it has none, a `ratio` with decimals, a `share` of 1 in percent. */
export type NumberKind = 'count' | 'ratio' | 'share'

/**
 * How the days of a range become one figure: added up, or, where adding up would count the same people again or make no sense,
 * the mean, the median or the largest of the days, each counting the same, or the last day that has one.
 */
export type How = 'sum' | 'mean' | 'median' | 'max' | 'last'

type Described<Name extends string> = {
  /** What output calls it: the API's member where days are added up, else with its way behind (`web_users_mean`). */
  name: Name
  /** In a list of figures over a range: `Raw input tokens`. */
  title: string
  /** Within a sentence, and where there is less room: `raw input tokens`. */
  short: string
  /** Above a column of days, in upper case: `INPUT`. */
  heading: string
  /** How its value of a day is written. */
  unit: NumberKind
  /** How its figure over a range is written: the mean of counts is a ratio. */
  kind: NumberKind
}

/** A number that the rows of days hold. */
export type PlainMeasure<Name extends string = string, Member extends string = string> = Described<Name> & {
  how: How
  /** The member of the row. */
  member: Member
  /** The member within that, where the row's is an object. */
  inner?: string
}

/** What two measures come to together, on a day as over a range. */
export type DerivedMeasure<Name extends string = string> = Described<Name> & {
  how: 'derived'
  of: readonly [PlainMeasure, PlainMeasure]
  from: (first: number | undefined, second: number | undefined) => number | undefined
}

export type Measure<Name extends string = string> = PlainMeasure<Name> | DerivedMeasure<Name>

/** The members that the contract names. */
export type NamedMember<Row> = keyof { [K in keyof Row as string extends K ? never : K]: true } & string

/** Of those, the members that hold a number. */
type NumberMember<Row> = {
  [K in NamedMember<Row>]: [Exclude<Row[K], undefined | null>] extends [number] ? K : never
}[NamedMember<Row>]

export type Words = {
  title: string
  /** @default the title without its capital */
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

/** Makes measures of the members of a row of the contract, so that a renamed member does not compile. */
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
  /** Of a number within an object of the row. */
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

/** Measures by their names, in their order. */
export const byName = <const List extends readonly Measure[]>(list: List) =>
  Object.fromEntries(list.map((measure) => [measure.name, measure])) as {
    [One in List[number] as One['name']]: One
  }
