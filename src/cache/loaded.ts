/** What a query brings: data, how many members of it were of a wrong type, and why it is not all there is. */
export type Loaded<T> = { data: T; problems: number; incomplete?: string }
