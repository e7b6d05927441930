import type { Day } from '../../../domain/calendar/calendar.ts'

/** Mixes integers to one 32-bit integer, deterministically. */
export const mix = (...parts: number[]): number => {
  let state = 0x9e3779b9
  for (const part of parts) {
    state = Math.imul(state ^ part, 0x85ebca6b)
    state ^= state >>> 13
    state = Math.imul(state + 0x165667b1, 0xc2b2ae35)
    state ^= state >>> 16
  }
  return state >>> 0
}

/** Pseudo-random numbers. They use only integer operations and + - * /, so every machine gets the same numbers. */
export type Random = {
  /** From 0 up to 1, exclusive. */
  next: () => number
  /** An integer; both ends are included. */
  int: (min: number, max: number) => number
  between: (min: number, max: number) => number
  chance: (probability: number) => boolean
  pick: <T>(items: readonly T[]) => T
}

/**
 * Creates a separate stream for each combination of numbers, so that an additional call does not affect other streams.
 */
export const createRandom = (...parts: number[]): Random => {
  let state = mix(...parts)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => items[int(0, items.length - 1)] as T,
  }
}

/** A UUID in the form of version 4, derived from the stream. */
export const uuidFrom = (random: Random): string => {
  const hex = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('')
  const variant = '89ab'.charAt(random.int(0, 3))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** A number of hexadecimal digits. */
export const hexFrom = (random: Random, length: number): string =>
  Array.from({ length }, () => random.int(0, 15).toString(16)).join('')

/** The start of a day in UTC, Unix milliseconds. */
export const startOfDay = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
