import { expect, test, vi } from 'vitest'
import type { Organisation } from '../../../helpers/demos.ts'
import { type OpenOptions, openScreen, until } from '../../../helpers/screen.tsx'
import { testFront } from '../../../helpers/test-server.ts'
import { serveSettings } from '../diff/diff-service.ts'

const SECRET = 'correct-horse-battery-1'

/** Opens the settings of the newest revision. With `isAlone` it is the only one, so one Enter opens them. */
const openSettings = async (organisation: Organisation, options: OpenOptions & { isAlone?: boolean } = {}) => {
  const { isAlone = false, ...others } = options
  const opened = await openScreen(organisation, { columns: 100, rows: 30, screen: 'controls', ...others })
  await opened.frameWith((frame) => /latest \d+/.test(frame[3] ?? '') && (frame[0] ?? '').includes('0 req'))
  await opened.press('Enter', ...(isAlone ? [] : ['Enter']))
  await opened.frameWith('> revision')
  const body = () => opened.frame().slice(3, -2)
  /** The rows of the tree, without the pane below. */
  const tree = () => {
    const rows = body().slice(2)
    const end = rows.findIndex((row) => row.startsWith('──'))
    return rows.slice(0, end < 0 ? undefined : end).filter((row) => row !== '')
  }
  const foot = () => {
    const rows = body().slice(2)
    return rows.slice(rows.findIndex((row) => row.startsWith('──')) + 1)
  }
  const selected = () => tree().find((row) => row.startsWith('▌'))
  return { ...opened, body, tree, foot, selected }
}

const nested = {
  sandbox: { enabled: true, network: { allowedDomains: ['npm', 'github'] } },
  customModels: [{ id: 'cm_1', model: 'own', apiKey: SECRET }],
  empty: {},
  none: null,
}

test('settings are a tree of names and values with the size of each part', async () => {
  const { organisation } = await serveSettings([nested])
  const { tree, body } = await openSettings(organisation, { isAlone: true })
  expect(body()[0]).toBe(' revision 1   2026-11-20 09:00 UTC   Ann   secrets are masked')
  expect(tree().map((row) => row.replace(/(\w\]?) {2,}/, '$1  '))).toEqual([
    '▌  ▾ sandbox  2 members',
    '       enabled  true',
    '     ▾ network  1 member',
    '       ▾ allowedDomains  2 entries',
    '           npm',
    '           github',
    '   ▾ customModels  1 item',
    '     ▾ [cm_1]  3 members',
    '         id  "cm_1"',
    '         model  "own"',
    '         apiKey  ••••••',
    '     empty  {}',
    '     none  null',
  ])
})

test('h folds a part or its parent, l unfolds it, Enter toggles it, zM and zR fold and unfold all', async () => {
  const { organisation } = await serveSettings([nested])
  const { press, tree, selected } = await openSettings(organisation, { isAlone: true })
  await press('j', 'h')
  expect(selected()).toMatch(/^▌ {2}▸ sandbox +2 members$/)
  expect(tree()).toHaveLength(8)
  await press('l')
  expect(tree()).toHaveLength(13)
  await press('z', 'M')
  expect(tree().map((row) => row.slice(1).trim().split(/ {2,}/)[0])).toEqual([
    '▸ sandbox',
    '▸ customModels',
    'empty',
    'none',
  ])
  await press('Enter')
  expect(tree()).toHaveLength(6)
  await press('z', 'R')
  expect(tree()).toHaveLength(13)
  await press('z', 'a')
  expect(tree()).toHaveLength(4)
})

test('changed parts are marked, also in folded parts, and n and N select and unfold them', async () => {
  const { organisation } = await serveSettings([
    { sandbox: { enabled: true, network: { allowedDomains: ['npm', 'github'] } }, hooks: { a: 1 }, z: 1 },
    { sandbox: { enabled: false, network: { allowedDomains: ['npm', 'pypi'] } }, hooks: {}, z: 1, new: true },
  ])
  const { press, tree, selected, body, foot, frame } = await openSettings(organisation)
  expect(body()[0]).toContain('   5 changes since 1   ')
  expect(tree().map((row) => row.slice(1, 25).trimEnd())).toEqual([
    '· ▾ sandbox',
    '~     enabled',
    '·   ▾ network',
    '~     ▾ allowedDomains',
    '          npm',
    '+         pypi',
    '~   hooks',
    '    z',
    '+   new',
  ])
  await press('g', 'g', 'z', 'M', 'g', 'g', 'n')
  expect(selected()).toMatch(/^▌~ {5}enabled +false$/)
  expect(foot().slice(0, 2)).toEqual([' sandbox.enabled   changed by this revision, previously true', ' false'])
  await press('n', 'n')
  expect(selected()).toMatch(/^▌\+ +pypi$/)
  await press('N')
  expect(selected()).toMatch(/^▌~ +▾ allowedDomains/)
  await press('G', 'n')
  expect(frame().at(-1)).toBe(' This revision changed nothing below.')
})

test('a filter by path or glob shows matches with their parents, and n goes to the next match', async () => {
  const { organisation } = await serveSettings([nested])
  const { press, tree, body, selected, frame } = await openSettings(organisation, { isAlone: true })
  await press('/', ...'model', 'Enter')
  expect(body()[1]).toBe(' / model  1 of 13, Esc shows all')
  expect(tree()[0]).toContain('customModels')
  await press('Esc', '/', ...'allowed', 'Enter')
  expect(tree().map((row) => row.slice(1).trim().split(/ {2,}/)[0])).toEqual([
    '▾ sandbox',
    '▾ network',
    '▾ allowedDomains',
    'npm',
    'github',
  ])
  await press('g', 'g', 'n')
  expect(selected()).toContain('allowedDomains')
  await press('Esc', '/', ...'*.enabled', 'Enter')
  expect(tree().map((row) => row.slice(1).trim().split(/ {2,}/)[0])).toEqual(['▾ sandbox', 'enabled'])
  await press('Esc', '/', ...'zebra')
  expect(frame().join('\n')).toContain('No matching settings. Press Esc to show all.')
})

test('the settings open at the part that was selected in the comparison', async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`m${index}`, { a: { b: index } }]))
  const { organisation } = await serveSettings([many, { ...many, m250: { a: { b: 'other' } } }])
  const { selected, foot, tree, press, frame } = await openSettings(organisation)
  expect(selected()).toMatch(/^▌~ {7}b +"other"$/)
  expect(foot()[0]).toBe(' m250.a.b   changed by this revision, previously 250')
  // In large settings all other parts are folded.
  expect(tree().some((row) => /▸ m249 +1 member$/.test(row))).toBe(true)
  await press('b')
  expect(frame().find((row) => row.startsWith('▌'))).toMatch(/^▌ +2 .* 250 → "other"$/)
})

test('a screen reader is warned before a secret enters the scrollback', async () => {
  const { organisation } = await serveSettings([nested])
  const { press, frame, frames, frameWith } = await openScreen(organisation, {
    screen: 'controls',
    columns: 1000,
    theme: { isLinear: true },
  })
  await frameWith('latest 1')
  await press('Enter')
  await frameWith('apiKey, ••••••')
  await press('/', ...'apiKey', 'Enter', 'n', 'x')
  await frameWith('The secret will stay in the terminal scrollback')
  expect(frames().flat().join('\n')).not.toContain(SECRET)
  await press('x')
  await frameWith(SECRET)
  await press('x')
  expect(frame().join('\n')).not.toContain(SECRET)
})

test('x on settings that the server stores masked says why nothing is shown', async () => {
  const { organisation } = await serveSettings([{ env: { A: '••••••' } }])
  const { press, foot, frame, frameWith } = await openSettings(organisation, { isAlone: true })
  await press('/', ...'env', 'Enter', 'j', 'x')
  await frameWith("The team's server stores settings masked: only the vendor can show secrets.")
  expect(foot()[2]).toBe(' x shows the secret for 15 s')
  expect(frame().join('\n')).not.toContain('hidden again')
})

test('x shows a secret for 15 seconds, only below the tree, and x again hides it', async () => {
  const { organisation } = await serveSettings([nested])
  const { press, foot, frame, frameWith, copied, outside } = await openSettings(organisation, { isAlone: true })
  await press('/', ...'apiKey', 'Enter', 'n')
  expect(foot()[2]).toBe(' x shows the secret for 15 s')
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  await press('x')
  await frameWith(SECRET)
  expect(foot()).toEqual([' customModels[cm_1].apiKey', ` ${SECRET}`, ' hidden again in 15 s'])
  await press('y', 'y', 'y', 'p', 'y', 'j', 'Y', 'e')
  await until(() => outside.edited.length === 1, 'the editor was not opened')
  expect(copied).toHaveLength(4)
  expect([...copied, outside.edited[0]?.text, frame()[0], frame().at(-1)].join('\n')).not.toContain(SECRET)
  vi.advanceTimersByTime(4_000)
  await frameWith('hidden again in 11 s')
  vi.advanceTimersByTime(11_000)
  await frameWith('x shows the secret for 15 s')
  expect(frame().join('\n')).not.toContain(SECRET)
  await press('x')
  await frameWith(SECRET)
  await press('x')
  expect(frame().join('\n')).not.toContain(SECRET)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})

test('in a low window a secret never covers its own row', async () => {
  const { organisation } = await serveSettings([{ ...nested, token: SECRET, z1: 1 }])
  const { press, frame, frameWith } = await openSettings(organisation, { isAlone: true, rows: 16 })
  for (const keys of [
    ['G', 'k'],
    ['z', 'M', 'G', 'k'],
  ]) {
    await press(...keys)
    expect(frame().find((row) => row.startsWith('▌'))).toContain('token')
    await press('x')
    await frameWith(SECRET)
    expect(frame().find((row) => row.startsWith('▌'))).toContain('token')
    expect(frame().join('\n')).toContain('hidden again in 15 s')
    await press('x')
  }
})

test('selecting another row cancels the request for a secret', async () => {
  const { organisation } = await serveSettings([nested])
  const front = await testFront(organisation)
  const { press, frame, frameWith } = await openSettings(front, { isAlone: true })
  await press('/', ...'apiKey', 'Enter', 'n')
  front.play(() => 'hold')
  await press('x')
  await frameWith('fetching')
  await press('k')
  await until(() => front.requests.at(-1)?.state === 'abandoned', 'the request is still running')
  expect(frame().join('\n')).not.toContain('fetching')
})

test('a refresh that changes the revision hides a revealed secret', async () => {
  const { organisation } = await serveSettings([nested])
  const front = await testFront(organisation)
  const { press, frame, frameWith } = await openSettings(front, { isAlone: true })
  await press('/', ...'apiKey', 'Enter', 'n', 'x')
  await frameWith(SECRET)
  front.alter((body) => JSON.parse(JSON.stringify(body).replaceAll('"Ann"', '"Zoe"')))
  await press('R')
  await frameWith('Zoe')
  expect(frame().join('\n')).not.toContain(SECRET)
})

test('an error while a secret loads is a notice, and a row without a secret sends no request', async () => {
  const { organisation } = await serveSettings([nested])
  const front = await testFront(organisation)
  const { press, frameWith, frame } = await openSettings(front, { isAlone: true })
  const before = front.requests.length
  await press('x')
  expect(frame().at(-1)).toBe(' This row has no secret.')
  expect(front.requests).toHaveLength(before)
  front.play(() => ({ status: 403, body: { status: 403, title: 'Forbidden', detail: 'not you' } }))
  await press('/', ...'apiKey', 'Enter', 'n', 'x')
  await frameWith((rows) => /not you|role|403/.test(rows.at(-1) ?? ''))
  expect(frame().join('\n')).not.toContain(SECRET)
})

test.each([
  [undefined, 'This revision has no settings.'],
  [{}, 'The settings are empty.'],
])('settings that are %j have a message instead', async (settings, words) => {
  const { organisation } = await serveSettings([settings])
  const { frame } = await openSettings(organisation, { isAlone: true })
  expect(frame().join('\n')).toContain(words)
})
