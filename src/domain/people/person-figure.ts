import { withRoom } from '../../base/number-column.ts'
import type { People } from './people.ts'

/** Something that is summed up by person as rows come, so that nothing is ever summed twice. */
export type PersonFigure = {
  /** Takes rows in, by their numbers; those of a person in the order in which they came. */
  add(rows: Uint32Array): void
  /** Forgets what it has of a person, all of whose rows are going to be added again. */
  clear(person: number): void
}

type Kind = typeof Uint16Array | typeof Uint32Array | typeof Float64Array
type Columns<Kinds extends Record<string, Kind>> = { [Name in keyof Kinds]: InstanceType<Kinds[Name]> }

/** Columns of numbers by person, of figures that are made of them. */
export type PersonColumns<Kinds extends Record<string, Kind>> = {
  /** As they are now; each is another one once it has grown. */
  columns: Readonly<Columns<Kinds>>
  /** Makes room for everybody who is known by now; 0 stands for who is new. */
  grow(): Readonly<Columns<Kinds>>
  /** Sets all that is known of a person to 0. */
  clear(person: number): void
}

/** @param kinds - The name and the type of each column. */
export const createPersonColumns = <Kinds extends Record<string, Kind>>(
  people: People,
  kinds: Kinds,
): PersonColumns<Kinds> => {
  const columns = Object.fromEntries(Object.entries(kinds).map(([name, Column]) => [name, new Column(0)]))
  return {
    columns: columns as Columns<Kinds>,
    grow() {
      for (const [name, column] of Object.entries(columns)) columns[name] = withRoom(column, people.ids.length)
      return columns as Columns<Kinds>
    },
    clear(person) {
      for (const column of Object.values(columns)) column[person] = 0
    },
  }
}
