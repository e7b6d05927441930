import { AppError } from '../base/errors.ts'
import { isLoopbackHost } from '../base/requests.ts'

/**
 * Why a text is not the address of a service, as the end of a sentence that starts with its name; undefined if it is
 * valid: `https:`, or `http:` on this machine. A path is allowed, because a gateway may serve the API under one. User
 * info, query and fragment are not. The message repeats the text only if it cannot contain a password.
 */
export const addressProblem = (text: string): string | undefined => {
  if (!URL.canParse(text)) return 'is not an address; write it like https://api.example.com'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'contains a user name or password; remove it'
  if (url.search !== '' || url.hash !== '') return 'has a query or fragment; remove everything from ? or #'
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `starts with ${url.protocol}//; it must start with https://`
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return `is http://${url.host}, which would send the key unencrypted; use https`
  return undefined
}

/**
 * Parses the address of a service. Removes trailing slashes and keeps the path.
 *
 * @param name - The source of the text, for errors.
 * @throws AppError of kind `usage` with the message of {@link addressProblem}.
 */
export const parseAddress = (text: string, name: string): string => {
  const problem = addressProblem(text)
  if (problem !== undefined) throw new AppError('usage', `${name} ${problem}.`)
  const url = new URL(text)
  return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
}
