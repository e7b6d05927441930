import { poisoned } from '../domain/hostile/families.ts'
import { startDemo } from './demos.ts'
import { startFront } from './front-server.ts'

/** Whether this is the API description, which is not replaced: without it no extension is requested. */
const isDocument = (body: unknown): boolean => typeof body === 'object' && body !== null && 'openapi' in body

/** A server that replaces all texts by `piece`, called with the number of previous texts. */
export const startHostile = async (piece: (at: number) => string) => {
  const front = await startFront(await startDemo())
  let at = 0
  front.alter((body) => (isDocument(body) ? body : poisoned(body, () => piece(at++), true)))
  return front
}
