import { insideKeys, type Screen } from '../kit/screen/screen.ts'
import {
  criteriaKeys,
  criterionKeys,
  markedRepositoryKeys,
  readinessLink,
  reportKeys,
  reportsKeys,
  repositoryKeys,
} from './readiness-keys.ts'

export const readiness: Screen = {
  title: 'Readiness',
  key: '4',
  letter: 'r',
  summary: 'how ready each repository is, what it lost, the shortest way up, and what fails most',
  isByRange: false,
  example: 'level<3',
  endpoints: ['readinessReports'],
  asOf: 'known',
  notes: [
    'A repository starts at L1; passing 80 % of the criteria of a level, not counting skipped ones, unlocks the next. The overall level is the mean, rounded down.',
    'A criterion passes when all evaluated applications pass it. Skipped criteria and those with invalid numbers count as neither passed nor failed.',
    'The pass rate counts all criteria, including those without a known level (other). Sparklines share the scale from 0 to 100 %, one cell per report.',
    'Regressed criteria passed in the previous report and fail now, or fail in more applications.',
    'The way to the next level lists the failing criteria of the level: first those lost since the previous report, then those that most applications already pass, then those that most repositories pass.',
    'The view of criteria counts repositories by their newest report. UNLOCKS is the number that would reach a level if this criterion alone passed; towards is the number in which it counts for the next level. WORST has the lowest share of passing applications.',
    'A filter searches ids and rationales; in the list of repositories it searches names, URLs and ids: !text excludes, ~letters matches letters of the name in order.',
    'With a filter, n and N move between matches, otherwise between failing criteria.',
  ],
  keys: [
    ...repositoryKeys,
    ...insideKeys(repositoryKeys, [
      ...criteriaKeys,
      ...reportKeys,
      ...reportsKeys,
      ...criterionKeys,
      ...markedRepositoryKeys,
    ]),
  ],
  link: readinessLink,
  load: async () => (await import('./readiness.tsx')).Readiness,
}
