import { useSessionState } from '../session/session.ts'

type Place = {
  /** Name of the profile; of the demo, what it is. */
  profile: string
  /** Of the API. @default nothing leaves this machine */
  host: string | undefined
}

/**
 * Where a request goes, for the last line of its dialog, the longest way to say it first: in a narrow window the path loses its
 * beginning.
 */
const requestTexts = (method: string, path: string, { profile, host }: Place, then = ', sent once'): string[] => {
  const on = ` on ${host ?? profile}`
  const parts = path.split('/').filter(Boolean)
  const ends = parts.slice(1).map((_, at) => `${method} …/${parts.slice(at + 1).join('/')}`)
  return [
    ...(host === undefined || host === profile ? [] : [`${method} ${path}${on} (${profile})${then}`]),
    ...[`${method} ${path}`, ...ends].map((request) => `${request}${on}${then}`),
    `${ends.at(-1) ?? method}${then}`,
  ]
}

/** An id in the path of a shown request, as it is sent. One that holds half a character is refused when it is sent, and shown here. */
export const shownId = (id: string): string => encodeURIComponent(id.toWellFormed())

/** The same, to the organisation that is explored. */
export const useRequestTexts = () => {
  const profile = useSessionState('profile')
  const host = useSessionState('host')
  return (method: string, path: string, then?: string): string[] => requestTexts(method, path, { profile, host }, then)
}
