/** The variables of an environment by name, as `process.env` has them; undefined where one is not set. */
export type Env = Readonly<Record<string, string | undefined>>
