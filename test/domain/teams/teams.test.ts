import { expect, test } from 'vitest'
import { createTeams, isWithinTeam, teamPath } from '../../../src/domain/teams/teams.ts'

test('an exact address takes precedence over a pattern, and otherwise the first line counts', () => {
  const { teamOf } = createTeams([
    { email: '*@x.example', team: 'web' },
    { email: 'A.Chen@x.example', team: 'core/compilers' },
    { email: 'a*@*', team: 'never' },
    { email: '*+bot@y.example', team: 'bots' },
  ])
  const emails = ['a.chen@X.example', 'b@x.example', 'a@y.example', 'c+bot@y.example', 'd@z.example', '', undefined]
  expect(emails.map(teamOf)).toEqual(['core/compilers', 'web', 'never', 'bots', undefined, undefined, undefined])
})

test('a team that contains others is a team, and stands directly before them', () => {
  const { names } = createTeams(
    ['core/compilers', 'core-tools', 'web', 'core/a/b'].map((team, at) => ({ email: `${at}@x.example`, team })),
  )
  expect(names).toEqual(['core', 'core/a', 'core/a/b', 'core/compilers', 'core-tools', 'web'])
})

test('a nested team counts for the teams that contain it', () => {
  expect(teamPath('a/b/c')).toEqual(['a', 'a/b', 'a/b/c'])
  expect(['a', 'a/b', 'ab', undefined].map((team) => isWithinTeam(team, 'a'))).toEqual([true, true, false, false])
})

test('patterns with special characters and very long addresses are matched in linear time', () => {
  const { teamOf } = createTeams([{ email: `${'*a'.repeat(50)}*@(x`, team: 'odd' }])
  expect(teamOf(`${'a'.repeat(100_000)}@(y`)).toBeUndefined()
  expect(teamOf(`${'a'.repeat(60)}@(x`)).toBe('odd')
})
