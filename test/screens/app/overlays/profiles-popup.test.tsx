import { expect, test } from 'vitest'
import type { Profiles } from '../../../../screens/kit/session/profiles.ts'
import { AppError } from '../../../../src/base/errors.ts'
import { openScreen } from '../../../helpers/screen.tsx'
import { noProfiles } from '../../../helpers/session.ts'

const rows = [
  { name: 'acme', isShown: true, baseUrl: 'https://api.example.com', key: 'the system keychain', isReadOnly: false },
  { name: 'two', isShown: false, baseUrl: 'https://two.example', key: 'its helper pass', isReadOnly: true },
]

const open = async (profiles: Partial<Profiles>) => {
  const opened: string[] = []
  const screen = await openScreen(undefined, {
    columns: 100,
    profiles: {
      ...noProfiles,
      list: async () => rows,
      open: async (name) => void opened.push(name),
      ...profiles,
    },
  })
  await screen.press('O')
  return { ...screen, opened }
}

test('the profiles are listed with the shown one marked, and another one is opened', async () => {
  const { frameWith, press, opened } = await open({})
  const frame = await frameWith('two.example')
  expect(frame.slice(-5, -2)).toEqual([
    expect.stringMatching(/^── Profile ─+$/),
    expect.stringMatching(/^▌● acme +https:\/\/api\.example\.com +the system keychain$/),
    expect.stringMatching(/^ {3}two +https:\/\/two\.example +its helper pass +RO$/),
  ])
  await press('j', 'j', 'Enter')
  await frameWith('Reading the key of two.')
  expect(opened).toEqual(['two'])
})

test('Enter on the current profile and Esc change nothing', async () => {
  const { frameWith, press, opened } = await open({})
  for (const key of ['Enter', 'Esc']) {
    await frameWith('two.example')
    await press(key)
    await frameWith((frame) => !frame.join('\n').includes('two.example'))
    await press('O')
  }
  expect(opened).toEqual([])
})

test("the error of a profile that can't be opened is shown in the list as safe text", async () => {
  const { frameWith, press } = await open({
    open: () => Promise.reject(new AppError('failed', 'The profile two has \u001b[31m no key.')),
  })
  await frameWith('two.example')
  await press('j', 'Enter')
  await frameWith('The profile two has ␛[31m no key.')
})

test('a rejected configuration is an error in the list', async () => {
  const why = '/c/config.json, line 3: profiles.acme.baseUrl is not an address.'
  const { frameWith, press } = await open({ list: () => Promise.reject(new AppError('usage', why)) })
  await frameWith(why)
  await press('j')
  await frameWith('The profiles could not be read. Press a to connect an organisation.')
})

test('adding a profile replaces the list by the connect form', async () => {
  const { frameWith, press } = await open({})
  await frameWith('two.example')
  await press('a')
  const frame = await frameWith('── Connect an organisation')
  expect(frame.join('\n')).not.toContain('two.example')
  await press('Esc', 'O')
  await frameWith('two.example')
})

test('while an export runs, switching the profile asks first and stops it', async () => {
  const { frameWith, press, opened, session } = await open({})
  const signals: AbortSignal[] = []
  session.jobs.start({
    what: 'export wiki',
    target: 'checkout',
    run: (signal) => {
      signals.push(signal)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new AppError('interrupted', ''))))
    },
  })
  const isStopped = () => signals[0]?.aborted
  await frameWith('two.example')
  await press('j', 'Enter')
  await frameWith('Switch to two while 1 job is running')
  await press('Esc', 'O')
  await frameWith('two.example')
  expect([opened, isStopped()]).toEqual([[], false])
  await press('j', 'Enter')
  await frameWith('stops running jobs and switches to two')
  await press('Enter')
  await expect.poll(() => opened).toEqual(['two'])
  expect(isStopped()).toBe(true)
})
