/** Environment variables by name, like `process.env`; undefined if one isn't set. */
export type Env = Readonly<Record<string, string | undefined>>

/** The API keys in the environment: of the organisation, and of the team's server. */
export const keysIn = (env: Env): (string | undefined)[] => [env.QUARTERDECK_API_KEY, env.QUARTERDECK_HISTORY_API_KEY]

/** Environment for child processes, without the API keys. */
export const withoutKey = ({
  QUARTERDECK_API_KEY: _,
  QUARTERDECK_HISTORY_API_KEY: __,
  ...others
}: Env): NodeJS.ProcessEnv => others as NodeJS.ProcessEnv

/**
 * Whether the terminal can show only ASCII: the usual fonts of the Linux console have no block elements, and a locale
 * that isn't UTF-8 has no non-ASCII characters. Without a locale, UTF-8 is assumed.
 */
export const isAsciiTerminal = (env: Env): boolean => {
  if (env.TERM === 'linux') return true
  const locale = localeOf(env)
  return locale !== undefined && !/utf-?8/i.test(locale)
}

/** Locale of the character encoding (LC_ALL, LC_CTYPE, LANG); undefined if none is set. */
export const localeOf = (env: Env): string | undefined => env.LC_ALL || env.LC_CTYPE || env.LANG || undefined

/** Whether the environment requests output for screen readers, by our own variable or by Ink's. */
export const isScreenReader = ({ QUARTERDECK_SCREEN_READER, INK_SCREEN_READER }: Env): boolean =>
  [QUARTERDECK_SCREEN_READER, INK_SCREEN_READER].some((value = '') => /^(1|true|yes|on)$/i.test(value))
