import { expect, test } from 'vitest'
import { openDiff } from './diff-service.ts'

const first = 'correct-horse-battery-1'
const second = 'correct-horse-battery-2'
const before = {
  env: { A: first, B: first },
  customModels: [{ id: 'cm_1', apiKey: first, url: 'https://a.example/x' }],
}
const after = {
  env: { A: second, B: first },
  customModels: [{ id: 'cm_1', apiKey: second, url: 'https://b.example/x' }],
}

test('a secret that changed is shown as changed, and x shows both values with the seconds left', async () => {
  const { press, list, frame, frameWith, detail, copied } = await openDiff([before, after])
  expect(list()[0]).toBe('▌~ env.A               •••••• changed                        ◇')
  expect(frame().join('\n')).not.toContain('correct-horse')
  expect(detail()).toContain('x shows the secret for 15 s')
  await press('x')
  await frameWith(second)
  expect(detail().slice(2, 5)).toEqual([
    expect.stringMatching(/^hidden again in 1[45] s$/),
    `A ${first}`,
    `B ${second}`,
  ])
  await press('y', 'y', 'y', 'a', 'y', 'j', 'Y')
  expect(copied).toHaveLength(4)
  expect(copied.join('\n')).not.toContain('correct-horse')
  expect(frame()[0]).not.toContain('correct-horse')
})

test.each([
  ['another row', ['j', 'k']],
  ['another view', ['b', 'Esc']],
  ['another screen', ['1', '-']],
  ['another A', ['(', ')']],
  ['a change to pseudonyms', ['z n', 'z n']],
] as const)('%s hides a revealed secret', async (_, keys) => {
  const { press, frame, frameWith } = await openDiff([before, before, after])
  await press('x')
  await frameWith(second)
  for (const key of keys) {
    await press(...key.split(' '))
    expect(frame().join('\n')).not.toContain('correct-horse')
  }
  await frameWith('x shows the secret for 15 s')
})

test('with pseudonyms no secret is shown, because it may contain names', async () => {
  const { press, frame, requested } = await openDiff([before, after], { state: { isPrivate: true } })
  const count = requested.length
  await press('x')
  expect(frame().at(-1)).toContain('A secret may contain names')
  expect(requested).toHaveLength(count)
})

test('in text, a secret is shown below its line', async () => {
  const { press, body, frameWith, frame } = await openDiff([before, after], { columns: 100 })
  await press('z', 's', 'x')
  await frameWith(second)
  expect(body().at(-1)).toMatch(new RegExp(`^ hidden again in 1[45] s {3}A ${first} {3}B ${second}`))
  await press('j')
  expect(frame().join('\n')).not.toContain('correct-horse')
})
