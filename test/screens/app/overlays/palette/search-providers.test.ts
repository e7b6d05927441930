import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  betterFit,
  FITS,
  type Fit,
  fitOf,
  type PaletteContext,
  type Provider,
  searchProviders,
} from '../../../../../screens/app/overlays/palette/place.ts'
import { providers } from '../../../../../screens/app/overlays/palette/providers.ts'
import { forMany } from '../../../../helpers/for-all.ts'

const provider = (kind: string, ...fits: Fit[]): Provider => ({
  kind,
  find: () => fits.map((fit, at) => ({ id: `${kind}${at}`, text: kind, label: kind, fit, run: () => {} })),
})
const noWorld = () => ({}) as PaletteContext

test('of equally good results, what can be done on the row comes first, then other words, recent places and data', () => {
  expect(providers.map(({ kind }) => kind)).toEqual([
    ...['links', 'filters', 'actions of the row', 'synonyms', 'recent places', 'verbs'],
    ...['people', 'repositories', 'repositories', 'revisions', 'paths of controls'],
    ...['wikis', 'CI jobs', 'computers', 'keys', 'ranges', 'screens', 'wiki runs', 'actions'],
  ])
})

test('the best fit comes first; equal fits are in the order of the table', () => {
  const table = [provider('a', 'letters', 'word'), provider('b', 'whole'), provider('c', 'word')]
  expect(searchProviders('x', table, noWorld).places.map(({ id }) => id)).toEqual(['b0', 'a1', 'c0', 'a0'])
})

test('a name matches as a whole, from the start of a word, or within a word', () => {
  expect(fitOf('a.chen@x', 'chen')).toBe('word')
  expect(fitOf('Chen', 'chen')).toBe('whole')
  expect(fitOf('achen', 'chen')).toBe('inside')
  expect(fitOf('achen chen', 'chen')).toBe('word')
  expect([fitOf('achen', ''), fitOf('achen', 'x')]).toEqual([undefined, undefined])
  expect(betterFit('inside', 'whole')).toBe('whole')
  expect([betterFit('word', undefined), betterFit(undefined, 'word')]).toEqual(['word', 'word'])
})

test('a capital letter starts a word of a path, and typed words may match in different places', () => {
  expect(fitOf('commandAllowlist', 'allowlist')).toBe('word')
  expect(fitOf('commandAllowlist', 'allow list')).toBe('inside')
  expect(fitOf('commandAllowlist', 'list  command')).toBe('inside')
  expect(fitOf('commandAllowlist', 'allow rules')).toBeUndefined()
})

test('a name matches if and only if it contains all typed words', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', ' '), maxLength: 6 })
  forMany(2_000, text, text, (name, typed) => {
    const fit = fitOf(name, typed)
    expect(fit !== undefined).toBe(typed !== '' && typed.split(' ').every((word) => name.includes(word)))
    if (fit) expect(FITS).toContain(fit)
  })
})
