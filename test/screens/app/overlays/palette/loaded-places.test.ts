import { expect, test } from 'vitest'
import { managementPlaces } from '../../../../../screens/app/overlays/palette/management-places.ts'
import { pathPlaces } from '../../../../../screens/app/overlays/palette/path-places.ts'
import type { PaletteContext } from '../../../../../screens/app/overlays/palette/place.ts'

const opened: unknown[] = []
const world = (data: Readonly<Record<string, unknown>>): PaletteContext => {
  const read = (name: string) => data[name]
  const openScreen = (...place: unknown[]) => opened.push(place)
  return { read, known: read, openScreen, salt: undefined } as unknown as PaletteContext
}

const revisions = [
  { revision: 3, settings: { allowlist: ['git *', 'npm *'], model: 'opus' } },
  { revision: 2, settings: { allowlist: ['git *'], model: 'opus', sandbox: { enabled: true } } },
  { revision: 1, settings: { allowlist: ['docker *', 'npm *'], model: 'haiku' } },
]
const foundBy = (typed: string) =>
  pathPlaces.find(typed, world({ revisions })).map(({ text, detail, fit }) => [text, detail, fit])

test('settings are found by path, entry and value, also those that only older revisions have', () => {
  expect(foundBy('docker *')).toEqual([['allowlist{"docker *"}', 'removed in 2', 'whole']])
  // It was removed and came back, so it is a setting of now.
  expect(foundBy('npm')).toEqual([['allowlist{"npm *"}', '"npm *"', 'word']])
  expect(foundBy('enabled')).toEqual([['sandbox.enabled', 'removed in 3', 'word']])
  expect(foundBy('opus')).toEqual([['model', '"opus"', 'whole']])
  // Its value was another one before, but the setting is still there.
  expect(foundBy('haiku')).toEqual([])
})

test('a removed setting opens the revision that removed it, and any other the latest settings', () => {
  for (const typed of ['sandbox.enabled', 'opus']) pathPlaces.find(typed, world({ revisions }))[0]?.run?.()
  expect(opened.splice(0)).toEqual([
    ['controls', { revision: 3, path: 'sandbox.enabled' }],
    ['controls', { path: 'model' }],
  ])
})

const hostile = 'evil\u001b]52;c;x\u0007\u202e\n name'
const item = { id: hostile, name: hostile, fingerprint: hostile, status: hostile, repoFullName: hostile }

test('hostile names of wikis, jobs, computers and keys are harmless', () => {
  const context = world({
    wikiRuns: { rows: [{ id: hostile, name: hostile, item: undefined }] },
    ciJobs: { rows: [item] },
    computers: { rows: [{ id: hostile, name: hostile, item }] },
    serviceAccounts: [{ id: hostile, item: [item] }],
    revisions: [{ revision: 1, settings: { [hostile]: [hostile] } }],
  })
  const places = [...managementPlaces, pathPlaces].flatMap(({ find }) => find('evil', context))
  expect(places).toHaveLength(6)
  for (const { text, detail = '' } of places) expect(text + detail).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
})
