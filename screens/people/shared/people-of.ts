import type { PeopleWalk, WalkState } from '../../../src/cache/load/people-walk.ts'
import { createPeople, type People } from '../../../src/domain/people/people.ts'

/** What has been taken of a walk so far. */
type Taken = { generation: number; chunks: number; people: People }

// Kept for each walk, so that a list and the person opened from it read the same columns.
const taken = new WeakMap<PeopleWalk, Taken>()
const nobody = createPeople()

/** The people of a walk, in columns that grow with its chunks: only what is new is read. Nobody before there is a walk. */
export const peopleOf = (walk: PeopleWalk | undefined, { generation, chunks }: WalkState): People => {
  if (!walk) return nobody
  let known = taken.get(walk)
  if (known?.generation !== generation) {
    known = { generation, chunks: 0, people: createPeople() }
    taken.set(walk, known)
  }
  for (; known.chunks < chunks.length; known.chunks++) {
    const chunk = chunks[known.chunks]
    if (chunk) known.people.append(chunk)
  }
  walk.release(known.chunks)
  return known.people
}
