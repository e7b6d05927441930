import { expect, test } from 'vitest'
import { parseTeams } from '../../../src/domain/teams/parse-teams.ts'

test('lines are rules in their order, without comments, empty lines and a byte order mark', () => {
  const text =
    '\uFEFF# teams of 2026\r\nEmail, Team\r\n\r\na.chen@x.example,core/compilers\r\n# b@x.example,web\r\n*@x.example,web'
  expect(parseTeams(text)).toEqual({
    rules: [
      { email: 'a.chen@x.example', team: 'core/compilers' },
      { email: '*@x.example', team: 'web' },
    ],
    problems: [],
  })
})

test('columns may be in any order, and fields may be in quotes', () => {
  const text = 'team,email\n"Tools, ""new""\nline","o\'brien+a@x.example"\nweb,b@x.example\n'
  expect(parseTeams(text).rules).toEqual([
    { email: "o'brien+a@x.example", team: 'Tools, "new"\nline' },
    { email: 'b@x.example', team: 'web' },
  ])
})

test('everything that is wrong is reported with its line', () => {
  const text = [
    'email,team',
    'a@x.example,core',
    '"b@x.example","two',
    'lines"',
    'c@x.example',
    'A@X.example,web',
    'ann,web',
    ',web',
    'd@x.example,core//x',
    'e@x.example,Unassigned',
    'f@x.example,web,more',
    '*@x.example,web',
    '*@X.EXAMPLE,core',
  ].join('\n')
  expect(parseTeams(text)).toEqual({
    rules: [],
    problems: [
      'line 5: the team is missing',
      'line 6: "A@X.example" is already in line 2',
      'line 7: "ann" is neither an e-mail address nor a pattern with *',
      'line 8: the e-mail address is missing',
      'line 9: the team "core//x" has an empty part, or spaces around /',
      'line 10: the team must not be named unassigned',
      'line 11: 3 fields instead of 2',
      'line 13: "*@X.EXAMPLE" is already in line 12',
    ],
  })
})

test('a wrong heading or quote is reported with its line', () => {
  expect(parseTeams('').problems).toEqual(['line 1: the heading email,team is missing'])
  expect(parseTeams('# x\nmail,team,team\n').problems).toEqual([
    'line 2: unknown column "mail"',
    'line 2: column email is missing',
    'line 2: column team is given more than once',
  ])
  expect(parseTeams('email,team\na@x.example,"web\n').problems).toEqual([
    'line 2: a quote is not closed, or stands inside of a field without quotes',
  ])
})
