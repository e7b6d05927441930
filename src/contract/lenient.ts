/**
 * Result of tolerant parsing in the client: a field that was absent or of a wrong type is `undefined`, at any depth.
 * Everything else matches the contract. The output shows `?` for a missing value that the contract requires.
 */
export type Lenient<T> = T extends (infer Item)[]
  ? Lenient<Item>[]
  : T extends object
    ? { [K in keyof T]?: Lenient<T[K]> | undefined }
    : T
