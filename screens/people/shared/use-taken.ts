import { useEffect, useState } from 'react'
import { inSlices } from '../../../src/base/slices.ts'
import type { PeopleWalk, WalkState } from '../../../src/cache/load/people-walk.ts'
import type { Range } from '../../../src/domain/calendar/calendar.ts'
import { createPeople, type People } from '../../../src/domain/people/people.ts'
import { askFigures, keepUp } from '../../../src/domain/people/person-period.ts'
import { nothingYet } from './use-walk.ts'

/** The people of a walk, as far as they are shown. */
export type Taken = {
  people: People
  /** Of `people`, when they were shown last: while more come, what is made of them stays as it is. */
  version: number
  /** Of the walk, when all rows that had come were in: what is said of the figures is of those that are shown. */
  state: WalkState
}

/** What has been taken of a walk so far. */
type Taking = { generation: number; chunks: number; people: People; shown: (Taken & { rows: number }) | undefined }

// Kept for each walk, so that a list and the person opened from it read the same columns.
const takings = new WeakMap<PeopleWalk, Taking>()
const nobody = createPeople()

/** Rows that are taken in at once, with the figures of the people who are shown: more would hold up a key. */
const AT_ONCE = 8_000
/** Rows from which on, while everybody is loaded, people are not shown with every page: drawing them costs more than taking one in. */
const MANY = 20_000
/** The part by which they have to have grown then. */
const SHARE = 1 / 4

/**
 * The people of a walk, in columns that grow with its chunks: only what is new is read. Nobody before there is a walk. Many rows,
 * as the ledger has them, are taken in between keys, and are shown when all of them are in.
 *
 * @param ranges - What figures are of; they grow with the rows.
 */
export const useTaken = (walk: PeopleWalk | undefined, state: WalkState, ranges: readonly Range[]): Taken => {
  const [, draw] = useState(0)
  const isComing = walk !== undefined && takeAtOnce(walk, state, ranges) > 0
  useEffect(() => {
    if (!walk || !isComing) return undefined
    return inSlices(() => {
      if (takeNext(walk, state)) return true
      draw((count) => count + 1)
      return false
    })
  }, [walk, state, isComing])
  return walk ? shownOf(walk, state) : { people: nobody, version: nobody.version, state }
}

const takingOf = (walk: PeopleWalk, { generation }: WalkState): Taking => {
  const known = takings.get(walk)
  if (known?.generation === generation) return known
  const taking: Taking = { generation, chunks: 0, people: createPeople(), shown: undefined }
  takings.set(walk, taking)
  return taking
}

/** Takes the next chunk in; false where there is none. */
const takeNext = (walk: PeopleWalk, state: WalkState): boolean => {
  const taking = takingOf(walk, state)
  const chunk = state.chunks[taking.chunks]
  if (!chunk) return false
  taking.people.append(chunk)
  keepUp(taking.people)
  taking.chunks++
  walk.release(taking.chunks)
  return true
}

/** Takes in what has come where that is little, and sums it up over ranges. @returns Rows that are left. */
export const takeAtOnce = (walk: PeopleWalk, state: WalkState, ranges: readonly Range[]): number => {
  const { people, chunks } = takingOf(walk, state)
  askFigures(people, ranges)
  let waiting = 0
  for (let at = chunks; at < state.chunks.length; at++) waiting += state.chunks[at]?.length ?? 0
  if (waiting > AT_ONCE) {
    people.makeRoom(waiting)
    return waiting
  }
  while (takeNext(walk, state)) {}
  return 0
}

/** What is shown now. */
export const shownOf = (walk: PeopleWalk, state: WalkState): Taken => {
  const taking = takingOf(walk, state)
  const { people, shown } = taking
  if (taking.chunks < state.chunks.length)
    return shown ?? { people: nobody, version: nobody.version, state: nothingYet }
  const isSoon = state.loading === 'all' && people.length >= MANY
  const isLittle = shown !== undefined && people.length < shown.rows * (1 + SHARE)
  taking.shown =
    isSoon && isLittle ? { ...shown, state } : { people, version: people.version, state, rows: people.length }
  return taking.shown
}
