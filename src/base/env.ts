/** The variables of an environment by name, as `process.env` has them; undefined where one is not set. */
export type Env = Readonly<Record<string, string | undefined>>

/** An environment for other programs: the same without the key, which others could read there. */
export const withoutKey = ({ QUARTERDECK_API_KEY: _, ...others }: Env): NodeJS.ProcessEnv => others as NodeJS.ProcessEnv
