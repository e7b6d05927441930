import { memoize } from '../../../base/memoize.ts'
import { DAY_MS, HOUR_MS } from '../../../base/time.ts'
import type { Criterion, ReadinessReport } from '../../../contract/readiness.ts'
import { type Day, EARLIEST_DAY } from '../../../domain/calendar/calendar.ts'
import { CRITERIA, type CriterionPlace } from '../../../domain/readiness/criteria.ts'
import type { Stores } from '../../store/store.ts'
import { createRandom, hexFrom, mix, type Random, startOfDay, uuidFrom } from '../kit/random.ts'
import { REPOSITORIES, type Repository } from '../kit/repositories.ts'
import { failed, passed } from './rationales.ts'

type DemoCriterion = CriterionPlace & { id: keyof typeof passed }

const criteria: readonly DemoCriterion[] = (Object.keys(passed) as (keyof typeof passed)[]).flatMap((id) => {
  const place = CRITERIA.get(id)
  return place ? [{ id, ...place }] : []
})

/** Creates the readiness reports: some repositories improve, one lost a level, most stay at their level. */
export const fillReadiness = async (store: Stores, lastDay: Day, seed: number): Promise<void> => {
  for (const repository of REPOSITORIES)
    for (const report of reportsOf(repository, lastDay, seed)) await store.reports.put(report, JSON.stringify(report))
}

const reportsOf = (repository: Repository, lastDay: Day, seed: number): ReadinessReport[] => {
  const { url, apps, levels, everyDays } = repository
  return levels.map((level, at) => {
    const random = createRandom(seed, 10, textNumber(url), at)
    // Vary the day by repository, because teams do not evaluate all repositories on one day.
    const daysBefore = (levels.length - 1 - at) * everyDays + (textNumber(url) % 6)
    const createdAt =
      startOfDay(lastDay) - daysBefore * DAY_MS + random.int(7, 18) * HOUR_MS + random.int(0, HOUR_MS - 1)
    const report = Object.fromEntries(
      criteriaAt(repository, level, seed, random).map(({ id, ...result }) => [id, result]),
    )
    const terse = {
      reportId: uuidFrom(random),
      createdAt: Math.max(createdAt, startOfDay(EARLIEST_DAY) + at * 60_000),
      repoUrl: url,
      apps,
      report,
    }
    if (at === 0 && MINIMAL_FIRST_REPORTS.has(url)) return terse
    return {
      ...terse,
      commitHash: hexFrom(random, 40),
      branch: at === 1 && random.chance(0.5) ? 'chore/readiness' : 'main',
      hasLocalChanges: random.chance(0.15),
      hasNonRemoteCommits: random.chance(0.1),
      modelUsed: { id: at % 2 === 0 ? 'opus' : 'sonnet', reasoningEffort: at % 3 === 0 ? 'high' : 'medium' },
      agentVersion: `0.${30 + at}.${random.int(0, 4)}`,
    }
  })
}

/** Repositories whose first report has only the required members. */
const MINIMAL_FIRST_REPORTS = new Set(
  ['legacy-billing', 'search'].map((name) => `https://github.example/northwind/${name}`),
)

const textNumber = memoize((text: string): number => mix(...Buffer.from(text)))

type Result = Criterion & { id: string }

/**
 * Evaluates all criteria so that the gated rule (80 % of a level unlocks the next) results in exactly this level. The
 * order in which criteria pass depends only on the repository, so most results stay the same from report to report.
 */
const criteriaAt = (repository: Repository, level: number, seed: number, random: Random): Result[] => {
  const results = new Map<string, Result>()
  for (let of = 1; of <= 5; of++) {
    const inLevel = criteria.filter((criterion) => criterion.level === of).sort(byDifficulty(repository, seed))
    const counted = inLevel.filter((criterion) => !isSkipped(criterion, repository, seed))
    const passing = passingCount(counted.length, of, level, random)
    for (const criterion of inLevel) {
      const place = counted.indexOf(criterion)
      results.set(criterion.id, evaluate(criterion, repository, place === -1 ? 'skipped' : place < passing, random))
    }
  }
  return criteria.flatMap(({ id }) => results.get(id) ?? [])
}

const byDifficulty =
  ({ url }: Repository, seed: number) =>
  (a: DemoCriterion, b: DemoCriterion): number =>
    mix(seed, 11, textNumber(url), textNumber(a.id)) - mix(seed, 11, textNumber(url), textNumber(b.id))

const isSkipped = (criterion: DemoCriterion, { url }: Repository, seed: number): boolean =>
  criterion.level > 1 && criterion.level < 5 && mix(seed, 12, textNumber(url), textNumber(criterion.id)) % 11 === 0

/** The number of passing criteria of a level, for a repository at a certain level. */
const passingCount = (count: number, of: number, level: number, random: Random): number => {
  if (of < level) return Math.min(count, Math.ceil(count * random.between(0.84, 1)))
  // The fifth level is the highest, so its criteria unlock nothing.
  if (of === level) return Math.floor(count * random.between(0.35, 0.62))
  return Math.floor(count * random.between(0.05, 0.35))
}

const evaluate = (
  { id, scope }: DemoCriterion,
  { apps }: Repository,
  outcome: boolean | 'skipped',
  random: Random,
): Result => {
  const paths = Object.keys(apps)
  const denominator = scope === 'app' ? paths.length : 1
  if (outcome === 'skipped')
    return {
      id,
      numerator: null,
      denominator,
      rationale: 'Skipped because it does not apply to this kind of repository. It does not affect the level.',
    }
  if (outcome) return { id, numerator: denominator, denominator, rationale: sentences(passed[id], random) }
  const numerator = random.chance(0.5) ? Math.floor(denominator / 2) : 0
  if (numerator === 0) return { id, numerator, denominator, rationale: sentences(failed[id], random) }
  const passing = paths.slice(0, numerator).join(' and ')
  const rest = `This holds for ${passing} only, ${numerator} of ${denominator} applications. The others fail.`
  return { id, numerator, denominator, rationale: `${passed[id]} ${rest} ${failed[id]}` }
}

const remarks = [
  'Seen in the configuration and confirmed by running it.',
  'The last ten merged changes confirm it.',
  'Evaluated on the main branch; other branches were not checked.',
  'A new team member would notice this in the first week.',
]

const sentences = (first: string, random: Random): string =>
  random.chance(0.45) ? `${first} ${random.pick(remarks)}` : first
