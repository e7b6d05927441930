import { expect, test } from 'vitest'
import type { AddressTrial, ProfileDraft, Profiles } from '../../../../screens/kit/session/profiles.ts'
import { AppError } from '../../../../src/base/errors.ts'
import { addressProblem } from '../../../../src/config/address.ts'
import { keyProblem } from '../../../../src/config/credentials.ts'
import { profileNameProblem } from '../../../../src/config/profiles/profile-name.ts'
import { startDemo } from '../../../helpers/demos.ts'
import { dialogOf } from '../../../helpers/dialog.tsx'
import { type OpenOptions, openScreen } from '../../../helpers/screen.tsx'
import { noProfiles } from '../../../helpers/session.ts'
import { CANARY, canariesIn } from '../../../safety/canary.ts'

const good = (host: AddressTrial['host']): AddressTrial => ({ host, error: undefined, isLimited: false })
const old = { name: 'old', isShown: false, baseUrl: 'https://old.example', key: 'the keychain', isReadOnly: false }

/** Opens the form. `done` lists its calls in order. */
const open = async (profiles: Partial<Profiles> = {}, options: OpenOptions = {}) => {
  const done: [string, unknown?][] = []
  const drafts: ProfileDraft[] = []
  // The form needs no data of the screen below.
  const screen = await openScreen(undefined, {
    columns: 100,
    state: { isDemo: true },
    ...options,
    profiles: {
      ...noProfiles,
      check: { name: profileNameProblem, address: addressProblem, key: keyProblem },
      list: async () => [old],
      test: async (draft) => {
        drafts.push(draft)
        done.push(['test'])
        return [good('api'), good('app')]
      },
      save: async (draft) => {
        drafts.push(draft)
        done.push(['save'])
      },
      open: async (name, notice) => void done.push(['open', `${name}: ${notice}`]),
      ...profiles,
    },
  })
  await screen.press('C')
  await screen.frameWith(' Connect an organisation ')
  const fill = async (name: string, base = 'https://api.example.com', app = '', key = CANARY) => {
    for (const text of [name, base, app]) {
      if (text !== '') await screen.paste(text)
      await screen.press('Enter')
    }
    await screen.press('Enter')
    await screen.paste(key)
    await screen.press('Enter')
  }
  const dialog = () => dialogOf(screen.frame())
  return { ...screen, done, drafts, fill, dialog }
}

test('the demo shows which key opens the form, and the key and the palette open it', async () => {
  const { frameWith, press, frame } = await openScreen(await startDemo(), {
    columns: 60,
    rows: 15,
    state: { isDemo: true },
  })
  await frameWith(' Demo data. Press C to connect your organisation.')
  expect(frame()[12]).toBe(' Demo data. Press C to connect your organisation.')
  await press('C')
  await frameWith('── Connect an organisation')
  await press('Esc')
  await frameWith((shown) => !shown.join().includes('── Connect'))
  await press(':', ...'connect', 'Enter')
  await frameWith('── Connect an organisation')
  const own = await openScreen(await startDemo(), { columns: 100 })
  await own.frameWith('month ends')
  expect(own.frame().join('\n')).not.toContain('Demo data')
})

test('typed values are validated immediately, and nothing is sent before they are valid', async () => {
  const { press, paste, done, frameWith } = await open()
  await press('A')
  await frameWith('must have up to 63')
  await press('^u', 'a', 'Enter')
  await paste('http://api.example.com')
  await press('^s')
  await frameWith('would send the key unencrypted')
  await press('^u')
  await paste('https://api.example.com')
  await press('^s')
  await frameWith('is empty; set it to an API key')
  expect(done).toEqual([])
})

test('both addresses and the key are tested, then the profile is saved and opened with the result', async () => {
  const { fill, frameWith, done, drafts, frames } = await open()
  await fill('acme', ' https://api.example.com ', 'https://app.example.com')
  await frameWith(() => done.length === 3)
  expect(done).toEqual([['test'], ['save'], ['open', 'acme: acme is connected: both addresses accept the key.']])
  const draft = {
    name: 'acme',
    baseUrl: 'https://api.example.com',
    appUrl: 'https://app.example.com',
    key: { in: 'keychain', text: CANARY },
  }
  expect(drafts).toEqual([draft, draft])
  expect(canariesIn(frames().flat().join('\n'))).toEqual([])
})

test('without a system keychain, the form says where else the key can be stored', async () => {
  const save = async () => {
    throw new AppError('failed', 'The system keychain cannot be used (no access).')
  }
  const { fill, frameWith, done } = await open({ save })
  await fill('acme', 'https://api.example.com', 'https://app.example.com')
  await frameWith('The system keychain cannot be used (no access). Choose the file in the field key.')
  expect(done).toEqual([['test']])
})

test('each result of a failed test is shown, nothing is saved, and the typed values stay', async () => {
  const refused = new AppError('refused', 'api.example.com does not know the key (401).')
  let error: AppError | undefined = refused
  const { fill, frameWith, press, dialog, done } = await open({
    test: async () => [
      { ...good('api'), error },
      { ...good('app'), isLimited: true },
    ],
  })
  await fill('acme')
  await frameWith('API address: api.example.com does not know the key (401).')
  expect(dialog().slice(1)).toEqual([
    ' name         acme',
    ' API address  https://api.example.com',
    ' app address                                                       empty: same as the API address',
    ' key          typed below, stored in the system keychain',
    expect.stringMatching(/^▌API key {6}•+$/),
    ' ✗ API address: api.example.com does not know the key (401).',
    ' ! app address accepts the key, but the key has no permission to read readiness reports',
    ' 2 GET requests to api.example.com; saved if both accept the key        Enter tests it   Esc leaves',
  ])
  expect(done).toEqual([])
  // The error is still visible in the other fields.
  await press('S-Tab', 'S-Tab', 'S-Tab')
  expect(dialog().join('\n')).toContain('(401)')
  await press('x')
  expect(dialog().join('\n')).not.toContain('(401)')
  error = undefined
  await press('^s')
  await frameWith(() => done.length === 2)
  expect(done[1]?.[1]).toContain('its key has no permission to read readiness reports')
})

test('an existing profile is replaced only after confirmation; no returns to the typed values', async () => {
  const { fill, frameWith, press, dialog, done } = await open()
  await fill('old')
  await frameWith('Profile old exists for https://old.example. Replace it?')
  expect(dialog().join('\n')).toContain('✓ API address accepts the key')
  await press('Enter')
  expect(dialog()[1]).toBe(' name         old')
  expect(done).toEqual([['test']])
  await press('^s')
  await frameWith('Replace it?')
  await press('y')
  await frameWith(() => done.length === 4)
  expect(done.slice(1)).toEqual([['test'], ['save'], ['open', 'old: undefined']])
})

test('closing the form during the test saves nothing', async () => {
  const answer = Promise.withResolvers<AddressTrial[]>()
  const { fill, frameWith, press, done, frame } = await open({ test: () => answer.promise })
  await fill('acme')
  await frameWith('sending one request to each address')
  await press('Esc')
  answer.resolve([good('api'), good('app')])
  await press('?', 'q')
  expect(frame().join('\n')).not.toContain('Connect an organisation')
  expect(done).toEqual([])
})

test('a command can print the key instead', async () => {
  const { press, paste, drafts, frameWith, dialog, done } = await open()
  await press(...'acme', 'Enter')
  await paste('https://api.example.com')
  await press('Enter', 'Enter', 'j', 'j', 'Enter')
  expect(dialog().join('\n')).not.toContain('API key')
  await paste('pass show "work/qd"')
  await press('Enter')
  await frameWith(() => done.length === 3)
  expect(drafts[0]).toEqual({
    name: 'acme',
    baseUrl: 'https://api.example.com',
    appUrl: undefined,
    key: { helper: 'pass show "work/qd"' },
  })
})
