import { type RunningService, startService } from '../../src/service/start-service.ts'
import { spellings } from '../safety/canary.ts'
import { NOW } from './demos.ts'

/** Texts that must never be shown: in documented members, in unknown members, and recognised only by their form. */
export const SECRETS = [
  'correct-horse-battery-1',
  'correct-horse-battery-2',
  'sk-live-9f2c7a41d0b84e6e55aa',
  ...Object.values(spellings),
] as const

const [first, second, token] = SECRETS
const people = [
  { id: 'u1', email: 'ann@example.com', name: 'Ann' },
  { id: 'u2', email: 'ben@example.com', name: 'Ben' },
] as const

/** Settings of a revision. Revisions 1 to 5 together contain all {@link SECRETS}. */
export const settingsOf = (revision: number): Record<string, unknown> => ({
  cloudSessionSync: true,
  commandAllowlist: revision >= 3 ? ['ls', 'npm test'] : ['ls'],
  customModels: [{ id: 'cm_1', model: 'own', apiKey: revision >= 4 ? second : first, extraHeaders: { 'x-a': first } }],
  env: { A: first, ...spellings },
  sandbox: { enabled: revision < 5, network: { allowedDomains: ['github.example'] } },
  somethingNew: { nested: [{ note: `use ${token} for it` }], sessionTokens: Object.values(spellings) },
  address: `https://bob:${first}@git.example/x?key=${second}`,
  ...(revision === 2 && { toString: 'own', constructor: ['x'] }),
})

/** Revisions 1 to 5, one per day at noon UTC from 10 November 2026. @param onRequest - Called with each path. */
export const startControls = (onRequest: (path: string) => void = () => {}): Promise<RunningService> =>
  startService({
    now: () => NOW,
    log: ({ path }) => onRequest(path),
    prepare: async (store) => {
      for (const revision of [1, 2, 3, 4, 5]) {
        const updatedAt = `2026-11-1${revision - 1}T12:00:00.000Z`
        const user = people[revision % 2]
        await store.revisions.put(
          revision,
          JSON.stringify({ revision, settings: settingsOf(revision), user, updatedAt }),
        )
      }
    },
  })

export type RevisionsOptions = {
  /** Time between two revisions; the newest is this old. @default a minute */
  stepMs?: number
  /** The name of a revision's author; the first revision is 0. @default E */
  nameOf?: (at: number) => string
  /** Called with the path of each request. */
  onRequest?: (path: string) => void
  /** The owner's key. @default a new one */
  owner?: string
}

/** A service with these settings as revisions 1 and up. */
export const startRevisions = (
  settings: readonly unknown[],
  { stepMs = 60_000, nameOf = () => 'E', onRequest = () => {}, owner }: RevisionsOptions = {},
): Promise<RunningService> =>
  startService({
    now: () => NOW,
    log: ({ path }) => onRequest(path),
    ...(owner !== undefined && { keys: { owner } }),
    prepare: async (store) => {
      for (const [at, one] of settings.entries()) {
        const user = { id: `u${at}`, email: `person${at}@example.com`, name: nameOf(at) }
        const updatedAt = new Date(NOW - (settings.length - at) * stepMs).toISOString()
        await store.revisions.put(at + 1, JSON.stringify({ revision: at + 1, settings: one, user, updatedAt }))
      }
    },
  })
