import { AppError } from '../../base/errors.ts'

/** A link to a place of the explorer in its parts, not yet judged by what there is. */
export type Link = {
  /** Name of a profile; undefined: whichever organisation is explored. */
  profile: string | undefined
  screen: string
  /** What stands behind the screen: `qd://acme/people/u1`. */
  path: string | undefined
  /** What stands behind the question mark, by name. */
  params: ReadonlyMap<string, string>
}

/** Characters of a link; more is no link that anybody copied. */
export const MAX_LINK_LENGTH = 4_000

const PATTERN = /^qd:\/\/([^/?#]*)\/([^/?#]*)(?:\/([^/?#]*))?(?:\?([^?#]*))?$/i

/** What no part of a link may hold: it would be nothing that can be typed, or would change how a terminal reads it. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Cs}/u

/** Whether a text can be part of a link: not empty, nothing unprintable, no step up or down a folder. */
export const isLinkText = (text: string): boolean =>
  text !== '' && text !== '.' && text !== '..' && !UNPRINTABLE.test(text)

/** A link as text: `qd://acme/usage/credits?last=14d`. What {@link isLinkText} refuses is left out. */
export const formatLink = ({ profile = '', screen, path, params }: Link): string => {
  const place = [screen, ...(path !== undefined && isLinkText(path) ? [path] : [])].map(encodeURIComponent).join('/')
  const query = [...params]
    .filter(([, value]) => isLinkText(value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeValue(value)}`)
    .join('&')
  return `qd://${encodeURIComponent(profile)}/${place}${query === '' ? '' : `?${query}`}`
}

// Read by people: what separates nothing within a value stays as it is.
const encodeValue = (value: string): string =>
  encodeURIComponent(value).replaceAll(/%(?:2F|3A|2C|40)/g, decodeURIComponent)

/**
 * Reads a link.
 *
 * @throws AppError of kind `usage`, one sentence that repeats nothing of what was given but its scheme.
 */
export const parseLink = (text: string): Link => {
  if (text.length > MAX_LINK_LENGTH)
    refuse(`A link has at most ${MAX_LINK_LENGTH} characters, and this one ${text.length}`)
  if (UNPRINTABLE.test(text)) refuse('The link holds characters that cannot be typed')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== 'qd')
    refuse(`A link begins with qd://${scheme === undefined ? '' : `, and this one with ${scheme.slice(0, 20)}:`}`)
  const [, profile = '', screen = '', path, query = ''] = PATTERN.exec(text) ?? refuse(MALFORMED)
  const params = new Map<string, string>()
  for (const pair of query === '' ? [] : query.split('&')) {
    const at = pair.indexOf('=')
    const name = decoded(pair.slice(0, Math.max(0, at)))
    if (params.has(name)) refuse('The link says one thing twice')
    params.set(name, decoded(pair.slice(at + 1)))
  }
  return {
    profile: profile === '' ? undefined : decoded(profile),
    screen: decoded(screen),
    path: path === undefined || path === '' ? undefined : decoded(path),
    params,
  }
}

const MALFORMED = 'The link is not written as qd://PROFILE/SCREEN'

const decoded = (text: string): string => {
  let plain = ''
  try {
    plain = decodeURIComponent(text)
  } catch {
    refuse('The link holds a % that stands for nothing')
  }
  if (!isLinkText(plain))
    refuse('The link holds an empty part, a step out of its place or characters that cannot be typed')
  return plain
}

const refuse = (why: string): never => {
  throw new AppError('usage', `${why}: copy one in the explorer with yl.`)
}
