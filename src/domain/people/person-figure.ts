/** Something that is summed up by person as rows come, so that nothing is ever summed twice. */
export type PersonFigure = {
  /** Takes rows in, by their numbers; those of a person in the order in which they came. */
  add(rows: Uint32Array): void
  /** Forgets what it has of a person, all of whose rows are going to be added again. */
  clear(person: number): void
}
