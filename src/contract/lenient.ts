/**
 * What the client hands on after tolerant parsing: a member that was absent or of a wrong type is `undefined`, at any
 * depth; everything else is as the contract says. Shown as `?` where the contract promises a value.
 */
export type Lenient<T> = T extends (infer Item)[]
  ? Lenient<Item>[]
  : T extends object
    ? { [K in keyof T]?: Lenient<T[K]> | undefined }
    : T
