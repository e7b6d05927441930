import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatLink, isLinkText, type Link, MAX_LINK_LENGTH, parseLink } from '../../../src/domain/links/link.ts'
import { forMany } from '../../helpers/for-all.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter(isLinkText)
const links: fc.Arbitrary<Link> = fc.record({
  profile: fc.option(text, { nil: undefined }),
  screen: text,
  path: fc.option(text, { nil: undefined }),
  params: fc.dictionary(text, text, { maxKeys: 6 }).map((params) => new Map(Object.entries(params))),
})

test('a formatted link parses to the same link', () => {
  forMany(2_000, links, (link) => {
    expect(parseLink(formatLink(link))).toEqual(link)
  })
})

test('a path or parameter that is .. or has unprintable characters is left out of a link', () => {
  const params = new Map([
    ['filter', 'a\u001b[31m'],
    ['row', '\ud800'],
    ['sort', '..'],
    ['kept', 'a/b:c, d@e'],
  ])
  expect(formatLink({ profile: 'acme', screen: 'usage', path: 'a\nb', params })).toBe(
    'qd://acme/usage?kept=a/b:c,%20d@e',
  )
})

test.each([
  ['https://acme/usage', /must start with qd:\/\/, not https:/],
  ['javascript:alert(1)', /must start with qd:\/\/, not javascript:/],
  ['usage', /must start with qd/],
  ['', /must start with qd/],
  ['qd:usage', /the form qd:\/\/PROFILE\/SCREEN/],
  ['qd://acme', /the form/],
  ['qd://acme/usage/credits/more', /the form/],
  ['qd://acme/usage#part', /the form/],
  ['qd://../usage', /a \. or \.\. part/],
  ['qd://acme/people/%2E%2e', /a \. or \.\. part/],
  ['qd://acme/usage?filter=%1b[31m', /unprintable characters/],
  ['qd://acme/usage?filter=\u0007', /unprintable characters/],
  ['qd://acme/usage?filter=%c2%9d', /unprintable characters/],
  ['qd://acme/usage?filter=%', /invalid % escape/],
  ['qd://acme/usage?filter', /an empty part/],
  ['qd://acme/usage?sort=a&sort=b', /a parameter twice/],
  [`qd://acme/usage?filter=${'a'.repeat(MAX_LINK_LENGTH)}`, /the maximum is 4000/],
])('the link %s is rejected with a short message', (link, why) => {
  let message = ''
  try {
    parseLink(link)
  } catch (error) {
    expect(error).toMatchObject({ kind: 'usage' })
    message = (error as Error).message
  }
  expect(message).toMatch(why)
  expect(message.match(/[.:](?= |$)/g)?.length).toBeLessThanOrEqual(4)
  expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
})
