import { expect, test } from 'vitest'
import { repositoryRows } from '../../../src/domain/readiness/repository-rows.ts'
import {
  type Compared,
  type SideBySideSort,
  sideBySide,
  sideBySideSortBy,
  sortedSideBySide,
} from '../../../src/domain/readiness/side-by-side.ts'

const evaluated = (numerator: number) => ({ numerator, denominator: 1, rationale: '' })
const reportOf = (name: string, numerators: Record<string, number>) => ({
  reportId: name,
  repoUrl: `x/${name}`,
  createdAt: 1,
  report: Object.fromEntries(Object.entries(numerators).map(([id, value]) => [id, evaluated(value)])),
})
// Lowest level and pass rate first: worst, best, half.
const repositories = repositoryRows([
  reportOf('best', { readme: 1, agents_md: 1, codeowners: 0, mine: 0 }),
  reportOf('worst', { readme: 0, formatter: 1, agents_md: 0, codeowners: 0, mine: 0 }),
  reportOf('half', { readme: 1, agents_md: 0, codeowners: 1, mine: 0 }),
])
const criteriaOf = (compared: Compared, by: SideBySideSort = 'level', isDescending?: boolean) =>
  sortedSideBySide(sideBySide(repositories, compared), {
    ...sideBySideSortBy(by),
    ...(isDescending !== undefined && { isDescending }),
  })
    .filter(({ isCriterion }) => isCriterion)
    .map(({ name, cells, failing }) => [name, ...cells.map((cell) => cell?.text ?? '-'), failing].join(' '))

test('the comparison of repositories lists the criteria that differ, with the number that fails each', () => {
  expect(criteriaOf('differing')).toEqual([
    'readme 0/1 1/1 1/1 1',
    'formatter 1/1 - - 0',
    'agents_md 0/1 1/1 0/1 2',
    'codeowners 0/1 0/1 1/1 2',
  ])
})

test('failing criteria include those that all repositories fail', () => {
  expect(criteriaOf('failing', 'failing').map((row) => row.split(' ').at(0))).toEqual([
    'mine',
    'agents_md',
    'codeowners',
    'readme',
  ])
})

test('figures stay above the criteria in every order', () => {
  const names = (by: SideBySideSort, isDescending: boolean) =>
    sortedSideBySide(sideBySide(repositories), { by, isDescending }).map(({ name }) => name)
  expect(names('failing', false).slice(0, 3)).toEqual(['level', 'pass rate', 'L1 Functional'])
  expect(names('failing', false).slice(7)).toEqual(['formatter', 'readme', 'agents_md', 'codeowners'])
  expect(names('level', true).slice(7)).toEqual(['codeowners', 'agents_md', 'formatter', 'readme'])
})
