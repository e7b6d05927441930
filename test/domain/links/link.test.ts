import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatLink, isLinkText, type Link, MAX_LINK_LENGTH, parseLink } from '../../../src/domain/links/link.ts'
import { tries } from '../../helpers/tries.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter(isLinkText)
const links: fc.Arbitrary<Link> = fc.record({
  profile: fc.option(text, { nil: undefined }),
  screen: text,
  path: fc.option(text, { nil: undefined }),
  params: fc.dictionary(text, text, { maxKeys: 6 }).map((params) => new Map(Object.entries(params))),
})

test('a formatted link parses to the same link', () => {
  fc.assert(
    fc.property(links, (link) => {
      expect(parseLink(formatLink(link))).toEqual(link)
    }),
    { numRuns: tries(2_000) },
  )
})

test('characters that cannot be typed are left out of a link', () => {
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
  ['https://acme/usage', /begins with qd:\/\/, and this one with https:/],
  ['javascript:alert(1)', /begins with qd:\/\/, and this one with javascript:/],
  ['usage', /begins with qd/],
  ['', /begins with qd/],
  ['qd:usage', /not written as qd:\/\/PROFILE\/SCREEN/],
  ['qd://acme', /not written as/],
  ['qd://acme/usage/credits/more', /not written as/],
  ['qd://acme/usage#part', /not written as/],
  ['qd://../usage', /a step out of its place/],
  ['qd://acme/people/%2E%2e', /a step out of its place/],
  ['qd://acme/usage?filter=%1b[31m', /characters that cannot be typed/],
  ['qd://acme/usage?filter=\u0007', /characters that cannot be typed/],
  ['qd://acme/usage?filter=%c2%9d', /characters that cannot be typed/],
  ['qd://acme/usage?filter=%', /% that stands for nothing/],
  ['qd://acme/usage?filter', /an empty part/],
  ['qd://acme/usage?sort=a&sort=b', /one thing twice/],
  [`qd://acme/usage?filter=${'a'.repeat(MAX_LINK_LENGTH)}`, /at most 4000 characters/],
])('%s is refused in one sentence', (link, why) => {
  let message = ''
  try {
    parseLink(link)
  } catch (error) {
    expect(error).toMatchObject({ kind: 'usage' })
    message = (error as Error).message
  }
  expect(message).toMatch(why)
  expect(message.match(/[.:](?= |$)/g)?.length).toBeLessThanOrEqual(3)
  expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/)
})
