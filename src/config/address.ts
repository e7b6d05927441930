import { AppError } from '../base/errors.ts'
import { isLoopbackHost } from '../base/requests.ts'

/**
 * Why a text is no address of a service, as the end of a sentence that its name begins; undefined where it is one: `https:`, or
 * `http:` on this machine. A path is allowed, as a gateway may serve the API under one; userinfo, query and fragment are not. The
 * text is repeated only when it can hold no password.
 */
export const addressProblem = (text: string): string | undefined => {
  if (!URL.canParse(text)) return 'is not an address: write it like https://api.example.com'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'holds a user name or password: leave it out'
  if (url.search !== '' || url.hash !== '') return 'ends in a query or fragment: leave out everything from ? or #'
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `starts with ${url.protocol}// where https:// is needed`
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return `is http://${url.host}, which would send the key in the clear: use https`
  return undefined
}

/**
 * An address of a service without a slash at its end, its path kept.
 *
 * @param name - Says in errors where the text came from.
 * @throws AppError of kind `usage` with what {@link addressProblem} says.
 */
export const parseAddress = (text: string, name: string): string => {
  const problem = addressProblem(text)
  if (problem !== undefined) throw new AppError('usage', `${name} ${problem}.`)
  const url = new URL(text)
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
}
