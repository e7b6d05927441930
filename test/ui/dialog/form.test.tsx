import { expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import { type DialogOptions, openDialog } from '../../helpers/dialog.tsx'
import { EditComputer, type Send } from '../../helpers/edit-computer.tsx'

const open = async (options?: DialogOptions, send: Send = async () => undefined) => {
  const sent: Record<string, string>[] = []
  const record: Send = (values, how) => {
    sent.push(values)
    return send(values, how)
  }
  return { ...(await openDialog(EditComputer, { send: record }, options)), sent }
}

const nameRow = (dialog: string[]) => dialog[1]

test('a choice unfolds at its value while edited; Enter goes to the next field and sends in the last', async () => {
  const form = await open()
  await form.press('Enter')
  expect(form.dialog().slice(2, 7)).toEqual([
    '▌size        size m',
    '             s  size s',
    '            ▌m  size m',
    '             l  size l',
    ' provider    hosted',
  ])
  await form.press('j', 'Enter')
  expect(form.dialog().slice(2, 5)).toEqual([' size        size l', ' provider    hosted', '▌remote key'])
  await form.press('s', '3')
  expect(form.dialog()[4]).toBe('▌remote key  ••')
  await form.press('Enter')
  expect(form.sent).toEqual([{ name: 'build-01', size: 'l', key: 's3' }])
  expect(form.dialog()).toEqual([])
})

test.each([
  ['S-Tab wraps around', 'S-Tab x ^s', 'build-01 m x'],
  ['Tab selects the option and skips a hidden field', 'Tab k Tab x ^s', 'build-01x s '],
  ['S-Tab selects the option too', 'Tab j S-Tab x ^s', 'build-01x l '],
  ['Up from the field below passes a choice without changing it', 'Enter Enter Up Up x ^s', 'build-01x m '],
  ['Up from the first option goes to the field above', 'Enter Up Up x ^s', 'build-01x m '],
  ['a choice reached from below is changed after a key down', 'Tab Tab Up Down Up Up Enter ^s', 'build-01 s '],
  ['a choice reached from below by Tab is not passed', 'Tab Tab Up m Up Enter ^s', 'build-01 m '],
  ['Space selects the option', 'Tab k Space ^s', 'build-01 s '],
  ['the letter of an option selects it', 'Tab l ^s', 'build-01 l '],
])('%s: %s', async (_what, keys, sent) => {
  const form = await open()
  await form.press(...keys.split(' '))
  expect(form.sent.map(({ name, size, key }) => `${name} ${size} ${key}`)).toEqual([sent])
})

test('no key of a burst in one chunk is lost', async () => {
  const form = await open()
  form.keys('2\tj\r'.concat('s', 'e', 'c', 'r', 'e', 't', '\r'))
  await form.until(() => form.sent.length > 0)
  expect(form.sent).toEqual([{ name: 'build-012', size: 'l', key: 'secret' }])
})

test('text is edited by graphemes, and a paste becomes one line', async () => {
  const form = await open({}, async () => 'stay')
  await form.press('^u')
  form.keys('日本👩‍👩‍👧é🏳️‍🌈')
  await form.frameWith('日本👩‍👩‍👧é🏳️‍🌈')
  await form.press('Backspace', 'Left', 'Backspace')
  expect(nameRow(form.dialog())).toContain('日本é')
  await form.paste('東\n\x1b[31m京 ')
  await form.press('^s')
  expect(form.sent).toEqual([{ name: '日本東 [31m京é', size: 'm', key: '' }])
})

test('a problem is shown next to its field while typing, and nothing is sent', async () => {
  const form = await open()
  await form.paste('-the-longest-name-of-all')
  expect(nameRow(form.dialog())).toBe('▌name        build-01-the-longest-name-of-all         ✗ at most 20 characters')
  await form.press('Tab', '^s')
  expect(form.sent).toEqual([])
  expect(nameRow(form.dialog())).toMatch(/^▌name/)
  await form.press('^u', 't', 'a', 'k', 'e', 'n', '^s')
  expect(form.dialog()).toContain(' ✗ That name is taken.')
  expect(form.sent).toEqual([])
})

test('typed text stays after an error and a resize and can be sent again; Esc and Ctrl-C send nothing', async () => {
  const errors = [new AppError('failed', 'The server said no.')]
  const form = await open({}, async () => {
    const error = errors.shift()
    if (error) throw error
    return undefined
  })
  await form.press('x', '^s')
  expect(form.dialog()).toContain(' ✗ The server said no.')
  for (const [columns, rows] of [
    [60, 15],
    [40, 10],
    [80, 24],
  ] as const)
    await form.resize(columns, rows)
  expect(nameRow(form.dialog())).toMatch(/^▌name +build-01x/)
  await form.press('^s')
  expect(form.sent).toHaveLength(2)
  expect(form.dialog()).toEqual([])
  for (const key of ['Esc', '^c']) {
    const left = await open()
    await left.press('x', 'Tab', key)
    expect([left.dialog(), left.sent]).toEqual([[], []])
  }
})

test('a form is sent once, and after Esc its outcome is a notice', async () => {
  const { promise, reject } = Promise.withResolvers<undefined>()
  let signal: AbortSignal | undefined
  const form = await open({}, (_, how) => {
    signal = how.signal
    return promise
  })
  await form.press('^s', 'Enter', '^s', 'x')
  expect(form.sent).toHaveLength(1)
  expect(form.dialog().at(-2)).toMatch(/^ [⠋-⠿] sending$/)
  expect(form.hints()).toBe(' Esc stop waiting')
  await form.press('Esc')
  expect(form.dialog()).toEqual([])
  expect(signal?.aborted).toBe(true)
  reject(new AppError('outcomeUnknown', 'It is unknown whether it took place.'))
  await form.until(() => form.notice() === 'It is unknown whether it took place.')
})

test('y confirms a question, Enter declines it, and Esc returns to the fields', async () => {
  const form = await open({}, async (_, { isConfirmed }) =>
    isConfirmed
      ? undefined
      : { ask: 'The name is used twice. Use it all the same?', messages: [{ variant: 'success', text: 'answers' }] },
  )
  await form.press('^s')
  expect(form.dialog().slice(-3, -1)).toEqual([' ✓ answers', ' The name is used twice. Use it all the same?  y/N'])
  await form.press('Enter')
  expect(form.dialog().at(-2)).toBe('')
  await form.press('^s', 'Esc', '^s', 'n', '^s')
  expect(form.sent).toHaveLength(4)
  await form.press('y')
  expect(form.sent).toHaveLength(5)
  expect(form.dialog()).toEqual([])
})

test('without colours the field and the option are marked by signs', async () => {
  const form = await open({ theme: { isAscii: true, colors: 'none' } }, async () => ({ ask: 'Sure – or not?' }))
  await form.press('x', 'Tab')
  expect([form.dialog()[2], form.dialog()[4]]).toEqual(['|size        size m', '            |m  size m'])
  await form.press('Tab', 's', '^s')
  expect(form.dialog().at(-2)).toBe(' Sure . or not?  y/N')
  const styles =
    form
      .styledFrame()
      .join('')
      .match(/\x1b\[[\d;]*m/g) ?? []
  expect(styles.filter((style) => !/^\x1b\[(?:1|22|4|24|7|27)m$/.test(style))).toEqual([])
})

test('results stay under the fields until a field changes', async () => {
  const form = await open({}, async () => ({
    messages: [
      { variant: 'success', text: 'one answers' },
      { variant: 'error', text: 'two does not' },
    ],
  }))
  await form.press('^s')
  expect(form.dialog().slice(-3, -1)).toEqual([' ✓ one answers', ' ✗ two does not'])
  await form.press('Tab', 'Tab')
  expect(form.dialog().join('\n')).toContain('✗ two does not')
  await form.press('S-Tab', 'S-Tab', 'x')
  expect(form.dialog().join('\n')).not.toContain('two does not')
})
