import { poisoned } from '../domain/hostile/families.ts'
import { startDemo } from './demos.ts'
import { startFront } from './front-server.ts'

/** Without one that can be read, nothing that it describes is asked for. */
const isDocument = (body: unknown): boolean => typeof body === 'object' && body !== null && 'openapi' in body

/** A server all of whose texts are made by `piece`, from how many were made before. */
export const startHostile = async (piece: (at: number) => string) => {
  const front = await startFront(await startDemo())
  let at = 0
  front.alter((body) => (isDocument(body) ? body : poisoned(body, () => piece(at++), true)))
  return front
}
