import { insideKeys, type Screen } from '../kit/screen/screen.ts'
import { criterionKeys, markedRepositoryKeys, reportKeys, reportsKeys, repositoryKeys } from './readiness-keys.ts'
import { readinessLink } from './readiness-state.ts'

export const readiness: Screen = {
  title: 'Readiness',
  key: '4',
  letter: 'r',
  summary: 'how ready each repository is, what it lost, and the shortest way up',
  isByRange: false,
  example: 'level<3',
  asks: ['readinessReports'],
  asOf: 'known',
  notes: [
    'A repository starts at L1; passing 80 % of the criteria of a level that were not skipped opens the next. The overall level is the floor of their mean.',
    'A criterion passes when all applications that were judged pass it. What is skipped, or has numbers that make no sense, counts neither as passed nor as failed.',
    'The pass rate counts all criteria, those of no known level (other) too. The courses share the scale from 0 to 100 %, a cell for each report.',
    'Regressed is what passed in the report before and fails now, or fails in more applications.',
    'The way to the next level lists what fails at the level itself: first what was lost since the report before, then what most applications pass already, then what most repositories pass, as the easiest.',
    'A filter looks into ids and rationales, in the list into names, URLs and ids of repositories: !text leaves out what holds it, ~letters asks the name alone for them in their order.',
    'While there is a filter, n and N go from place to place that holds it, else from failing to failing criterion.',
  ],
  keys: [
    ...repositoryKeys,
    ...insideKeys(repositoryKeys, [...reportKeys, ...reportsKeys, ...criterionKeys, ...markedRepositoryKeys]),
  ],
  link: readinessLink,
  load: async () => (await import('./readiness.tsx')).Readiness,
}
