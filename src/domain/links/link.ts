import { AppError } from '../../base/errors.ts'

/** The parts of a link to a place in the explorer. They aren't checked against existing screens and profiles. */
export type Link = {
  /** Name of a profile; undefined for the current organisation. */
  profile: string | undefined
  screen: string
  /** The segment after the screen: `qd://acme/people/u1`. */
  path: string | undefined
  /** Query parameters by name. */
  params: ReadonlyMap<string, string>
}

/** Maximum number of characters in a link. */
export const MAX_LINK_LENGTH = 4_000

const PATTERN = /^qd:\/\/([^/?#]*)\/([^/?#]*)(?:\/([^/?#]*))?(?:\?([^?#]*))?$/i

/** Characters that aren't allowed in links: they can't be typed, or they could control the terminal. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Cs}/u

/** Whether a text can be part of a link: not empty, no unprintable characters, not `.` or `..`. */
export const isLinkText = (text: string): boolean =>
  text !== '' && text !== '.' && text !== '..' && !UNPRINTABLE.test(text)

/** Formats a link: `qd://acme/usage/credits?last=14d`. Leaves out values that {@link isLinkText} rejects. */
export const formatLink = ({ profile = '', screen, path, params }: Link): string => {
  const place = [screen, ...(path !== undefined && isLinkText(path) ? [path] : [])].map(encodeURIComponent).join('/')
  const query = [...params]
    .filter(([, value]) => isLinkText(value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeValue(value)}`)
    .join('&')
  return `qd://${encodeURIComponent(profile)}/${place}${query === '' ? '' : `?${query}`}`
}

// Characters that separate nothing in a value stay unescaped for readability.
const encodeValue = (value: string): string =>
  encodeURIComponent(value).replaceAll(/%(?:2F|3A|2C|40)/g, decodeURIComponent)

/**
 * Parses a link.
 *
 * @throws AppError of kind `usage` with one sentence. It contains no part of the input except the scheme.
 */
export const parseLink = (text: string): Link => {
  if (text.length > MAX_LINK_LENGTH) refuse(`The link has ${text.length} characters; the maximum is ${MAX_LINK_LENGTH}`)
  if (UNPRINTABLE.test(text)) refuse('The link contains unprintable characters')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== 'qd')
    refuse(`The link must start with qd://${scheme === undefined ? '' : `, not ${scheme.slice(0, 20)}:`}`)
  const [, profile = '', screen = '', path, query = ''] = PATTERN.exec(text) ?? refuse(MALFORMED)
  const params = new Map<string, string>()
  for (const pair of query === '' ? [] : query.split('&')) {
    const at = pair.indexOf('=')
    const name = decoded(pair.slice(0, Math.max(0, at)))
    if (params.has(name)) refuse('The link contains a parameter twice')
    params.set(name, decoded(pair.slice(at + 1)))
  }
  return {
    profile: profile === '' ? undefined : decoded(profile),
    screen: decoded(screen),
    path: path === undefined || path === '' ? undefined : decoded(path),
    params,
  }
}

const MALFORMED = 'The link must have the form qd://PROFILE/SCREEN'

const decoded = (text: string): string => {
  let plain = ''
  try {
    plain = decodeURIComponent(text)
  } catch {
    refuse('The link contains an invalid % escape')
  }
  if (!isLinkText(plain)) refuse('The link contains an empty part, a . or .. part, or unprintable characters')
  return plain
}

const refuse = (why: string): never => {
  throw new AppError('usage', `${why}. Copy a link in the explorer with yl.`)
}
