import { AppError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import type { Addresses } from '../profiles/named-profile.ts'

/** What is kept of a key, in the keychain and in files alike: the key, and the two origins that it may be sent to. */
export const toStoredKey = (key: string, addresses: Addresses): string =>
  `${JSON.stringify({ origins: originsOf(addresses), key })}\n`

/**
 * The key in what {@link toStoredKey} made.
 *
 * @param where - Where it stood, as in `the file /home/me/key`.
 * @throws AppError of kind `usage` where it was made for other origins, or is something else.
 */
export const fromStoredKey = (text: string, addresses: Addresses, where: string): string => {
  const { origins, key } = parsed(text)
  if (typeof key !== 'string' || !Array.isArray(origins) || !origins.every((origin) => typeof origin === 'string'))
    throw new AppError('usage', `What is in ${where} was not put there by qd login: log in again.`)
  const own = originsOf(addresses)
  if (origins.length !== own.length || origins.some((origin, at) => origin !== own[at]))
    throw new AppError(
      'usage',
      `The key in ${where} is for ${[...new Set(origins)].join(' and ')} and is sent nowhere else, not to ${[...new Set(own)].join(' and ')}: log in again with qd login.`,
    )
  return key
}

const originsOf = ({ baseUrl, appUrl }: Addresses): string[] => [baseUrl, appUrl].map((url) => new URL(url).origin)

const parsed = (text: string): { origins?: unknown; key?: unknown } => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
