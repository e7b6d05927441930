import { poisoned } from '../domain/hostile/families.ts'
import { startDemo } from './demos.ts'
import { startFront } from './front-server.ts'

/** Must stay readable: without it, the extensions that it describes are not requested. */
const isDocument = (body: unknown): boolean => typeof body === 'object' && body !== null && 'openapi' in body

/** A server whose texts are all created by `piece`, which gets the number of texts created before. */
export const startHostile = async (piece: (at: number) => string) => {
  const front = await startFront(await startDemo())
  let at = 0
  front.alter((body) => (isDocument(body) ? body : poisoned(body, () => piece(at++), true)))
  return front
}
