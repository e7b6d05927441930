import { AppError } from '../base/errors.ts'
import { isLoopbackHost } from '../base/loopback-host.ts'

/**
 * Judges the address of a service: `https:`, or `http:` on this machine. A path is allowed (a gateway may serve the API
 * under one) and kept; userinfo, query and fragment are refused. Answers without a trailing slash.
 *
 * `name` says in errors where the text came from. Throws AppError('usage'); the text is repeated only when it can hold
 * no password.
 */
export const parseAddress = (text: string, name: string): string => {
  const refuse = (why: string): never => {
    throw new AppError('usage', `${name} ${why}.`)
  }
  if (!URL.canParse(text)) return refuse('is not an address: write it like https://api.example.com')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return refuse('holds a user name or password: leave it out')
  if (url.search !== '' || url.hash !== '')
    return refuse('ends in a query or fragment: leave out everything from ? or #')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse(`starts with ${url.protocol}// where https:// is needed`)
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    return refuse(`is http://${url.host}, which would send the key in the clear: use https`)
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
