/** The variables of an environment by name, as `process.env` has them; undefined where one is not set. */
export type Env = Readonly<Record<string, string | undefined>>

/** An environment for other programs: the same without the key, which others could read there. */
export const withoutKey = ({ QUARTERDECK_API_KEY: _, ...others }: Env): NodeJS.ProcessEnv => others as NodeJS.ProcessEnv

/**
 * Whether only ASCII signs can be counted on: the Linux console has no block elements in its usual fonts, a locale that is
 * not UTF-8 has none at all. Where no locale is set, UTF-8 is assumed.
 */
export const isAsciiTerminal = (env: Env): boolean => {
  if (env.TERM === 'linux') return true
  const locale = localeOf(env)
  return locale !== undefined && !/utf-?8/i.test(locale)
}

/** The locale of characters; undefined where none is set. */
export const localeOf = (env: Env): string | undefined => env.LC_ALL || env.LC_CTYPE || env.LANG || undefined

/** Whether the environment asks for text that is read aloud or felt, by our own word or by that of other programs of Ink. */
export const isScreenReader = ({ QUARTERDECK_SCREEN_READER, INK_SCREEN_READER }: Env): boolean =>
  [QUARTERDECK_SCREEN_READER, INK_SCREEN_READER].some((asked = '') => /^(1|true|yes|on)$/i.test(asked))
