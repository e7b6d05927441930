import type { Env } from './env.ts'

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
