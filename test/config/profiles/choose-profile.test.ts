import { expect, test } from 'vitest'
import { type ChosenProfile, chooseProfile } from '../../../src/config/profiles/choose-profile.ts'
import { failureOf } from '../../helpers/make-folder.ts'

const acme = { baseUrl: 'https://api.example.com/gate', appUrl: 'https://app.example.com' }
const two = { baseUrl: 'https://two.example' }
const profiles = { acme, two }

const BASE = 'QUARTERDECK_BASE_URL'
const APP = 'QUARTERDECK_APP_URL'
const KEY = 'QUARTERDECK_API_KEY'
const NAME = 'QUARTERDECK_PROFILE'
const own = (name: keyof typeof profiles, isKeyFromEnv = false): ChosenProfile => ({
  is: 'profile',
  name,
  profile: profiles[name],
  isKeyFromEnv,
  isHistoryKeyFromEnv: false,
})
const environment = (shadowed?: string): ChosenProfile => ({ is: 'environment', shadowed })

test.each<[string, string | undefined, string | undefined, Record<string, string>, ChosenProfile]>([
  ['a current profile', 'acme', undefined, {}, own('acme')],
  ['a named profile', 'acme', 'two', {}, own('two')],
  ['a profile of the environment', 'acme', undefined, { [NAME]: 'two' }, own('two')],
  ['a named profile and one of the environment', 'acme', 'acme', { [NAME]: 'two' }, own('acme')],
  ['empty variables', 'acme', undefined, { [NAME]: '', [BASE]: '', [KEY]: '' }, own('acme')],
  ['the demo named', 'acme', 'demo', { [BASE]: 'https://e.example', [KEY]: 'k' }, { is: 'demo' }],
  ['the demo as the current profile', 'demo', undefined, {}, { is: 'demo' }],
  ['addresses of the environment', 'acme', undefined, { [BASE]: 'https://e.example', [KEY]: 'k' }, environment('acme')],
  ['an address without a key', 'acme', undefined, { [BASE]: 'https://e.example' }, environment('acme')],
  ['a key alone and a current profile', 'acme', undefined, { [KEY]: 'k' }, own('acme', true)],
  ['a key alone and a named profile', undefined, 'two', { [KEY]: 'k' }, own('two', true)],
  ['a key alone and no profile', undefined, undefined, { [KEY]: 'k' }, environment()],
  ['a key of other addresses', 'acme', 'two', { [BASE]: 'https://e.example', [KEY]: 'k' }, own('two')],
  ['a key of the same address', 'acme', 'two', { [BASE]: 'https://two.example/x', [KEY]: 'k' }, own('two', true)],
  ['a key of another port', 'acme', 'two', { [BASE]: 'https://two.example:8443', [KEY]: 'k' }, own('two')],
  ['a key of one of two addresses', 'two', 'acme', { [BASE]: 'https://api.example.com', [KEY]: 'k' }, own('acme')],
  [
    'a key of both addresses',
    'two',
    'acme',
    { [BASE]: 'https://api.example.com', [APP]: 'https://app.example.com/', [KEY]: 'k' },
    own('acme', true),
  ],
  ['a key with an invalid address', 'acme', 'two', { [BASE]: 'two.example', [KEY]: 'k' }, own('two')],
])('with %s the right profile is chosen', (_, profile, named, env, expected) => {
  expect(chooseProfile({ profiles, ...(profile && { profile }) }, env, named, '/c')).toEqual(expected)
})

test('without profiles and variables nothing is configured', () => {
  expect(chooseProfile({}, {}, undefined, '/c')).toEqual({ is: 'none' })
  expect(chooseProfile({ profiles: {} }, {}, undefined, '/c')).toEqual({ is: 'none' })
})

test.each([
  ['an unknown name', { profiles }, 'absent', 'No profile "absent". Choose from acme, two, demo.'],
  ['the name of a property', { profiles }, 'constructor', 'No profile "constructor". Choose from acme, two, demo.'],
  [
    'a selected profile that was removed',
    { profile: 'old', profiles },
    undefined,
    'No profile "old", which /c selects. Choose from acme, two, demo.',
  ],
  ['no choice', { profiles }, undefined, 'No profile is selected. Select one with qd profile use acme|two.'],
])('%s is an error that lists the profiles', async (_, config, named, words) => {
  const error = await failureOf(() => chooseProfile(config, {}, named, '/c'))
  expect(error).toMatchObject({ name: 'AppError', kind: 'usage' })
  expect(error.message).toContain(words)
})
