import { createRandom, hexFrom, type Random } from './random.ts'
import { FIRST_NAMES, LAST_NAMES, OPUS, TEAMS } from './vocabulary.ts'

export type Delegation = 'auto-high' | 'auto-medium' | 'auto-low' | 'spec' | 'manual'

/** A person of the demo organisation. Days count from the first day of the demo. */
export type Person = {
  index: number
  id: string
  email: string | null
  name: string
  team: string
  firstDay: number
  /** The last active day; Infinity for people who don't stop, which are most. */
  lastDay: number
  /** Probability of activity on a weekday, 0 to 1. */
  activity: number
  /** Relative amount of activity; 1 is average. */
  intensity: number
  /** Indexes into MODELS, the preferred one first. */
  models: readonly number[]
  /** Probability of each client on a day. */
  clients: readonly [number, number, number]
  delegation: Delegation
  languages: readonly number[]
  usesMcp: boolean
  usesHooks: boolean
}

/** Creates the people of the organisation. The first one causes the spike in the demo's usage. */
export const createDemoPeople = (seed: number, count: number, dayCount: number): Person[] => {
  const taken = new Map<string, number>()
  return Array.from({ length: count }, (_, index) => {
    const random = createRandom(seed, 1, index)
    const first = FIRST_NAMES[(index * 7) % FIRST_NAMES.length] ?? 'Ada'
    const last = LAST_NAMES[(index * 11 + Math.floor(index / 40)) % LAST_NAMES.length] ?? 'Chen'
    const handle = handleFor(first, last, taken)
    const team = TEAMS[index % TEAMS.length] ?? { name: 'web', languages: [0] }
    return {
      index,
      // A stable order that is independent of the names, as in real services.
      id: `user_${hexFrom(random, 8)}${index.toString(36).padStart(4, '0')}`,
      email: index % 17 === 16 ? null : `${handle}@northwind.example`,
      name: `${first} ${last}`,
      team: team.name,
      ...careerFor(index, dayCount, random),
      activity: random.between(0.55, 0.95),
      intensity: intensityFor(random),
      models: modelsFor(index, random),
      clients: clientsFor(random),
      delegation: delegationFor(random),
      languages: random.chance(0.3) ? [...new Set([...team.languages, random.int(0, 9)])] : team.languages,
      usesMcp: random.chance(0.6),
      usesHooks: random.chance(0.35),
    }
  })
}

const handleFor = (first: string, last: string, taken: Map<string, number>): string => {
  const handle = `${first.charAt(0)}.${last}`.toLowerCase()
  const before = taken.get(handle) ?? 0
  taken.set(handle, before + 1)
  return before === 0 ? handle : `${handle}${before + 1}`
}

/** Some people start on the first day, most over time, a few late, and a few stop. */
const careerFor = (index: number, dayCount: number, random: Random): { firstDay: number; lastDay: number } => {
  if (index === 0) return { firstDay: 0, lastDay: Number.POSITIVE_INFINITY }
  const firstDay = Math.floor(dayCount * firstShare(index, random))
  const stops = index % 11 === 5
  return { firstDay, lastDay: stops ? Math.floor(dayCount * random.between(0.6, 0.93)) : Number.POSITIVE_INFINITY }
}

const firstShare = (index: number, random: Random): number => {
  if (index % 9 === 4) return random.between(0.75, 0.97)
  if (index % 5 < 2) return 0
  return random.between(0, 0.6)
}

/** Most people have moderate usage, a few have much more. */
const intensityFor = (random: Random): number => {
  const base = random.between(0.4, 1.3)
  return random.chance(0.1) ? base * 2.2 : base
}

const modelsFor = (index: number, random: Random): number[] => {
  // The person who causes the spike uses a cheap model on all other days.
  if (index === 0) return [0, OPUS]
  const favourite = random.pick([0, 0, 0, 0, OPUS, 2, 3, 3, 4])
  const second = random.pick([0, 2, 2, 3, 4, OPUS])
  return favourite === second ? [favourite] : [favourite, second]
}

const clientsFor = (random: Random): [number, number, number] => {
  if (random.chance(0.2)) return [0.35, 0.9, 0.05]
  if (random.chance(0.12)) return [0.5, 0.1, 0.8]
  return [0.95, 0.18, 0.08]
}

const delegationFor = (random: Random): Delegation =>
  random.pick(['auto-high', 'auto-high', 'auto-medium', 'auto-medium', 'auto-medium', 'auto-low', 'spec', 'manual'])
