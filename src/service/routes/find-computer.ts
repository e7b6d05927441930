import { Problem, quoted } from '../http/problem.ts'
import type { Store } from '../store/store.ts'

/** A computer as it stands at a moment. Throws Problem 404 when there is none. */
export const findComputer = (store: Store, id: string, nowMs: number) => {
  const found = store.computers.read(id, nowMs)
  if (found === undefined) throw noSuchComputer(id)
  return found
}

export const noSuchComputer = (idOrName: string): Problem =>
  new Problem(404, `There is no computer ${quoted(idOrName)}.`)
