import { expect, test } from 'vitest'
import { unboundKeyText } from '../../../screens/app/use-notice.ts'
import type { ScreenName } from '../../../screens/kit/screen/names.ts'
import { openScreen, sharedDemo } from '../../helpers/screen.tsx'

const demo = sharedDemo()

const NO_ROW = 'No row is selected.'
const ONLY_FIELD = 'No other field.'

const noticeOf = (frame: readonly string[]): string => frame.at(-1)?.trim() ?? ''

/** Presses keys on a loaded screen and waits for the notice after each step; undefined: no notice. */
const expectNotices = async (
  screen: ScreenName,
  ...steps: [keys: string, notice: string | undefined][]
): Promise<void> => {
  const opened = await openScreen(demo, { screen, columns: 120, rows: 36 })
  await opened.loaded()
  for (const [keys, expected] of steps) {
    for (const key of keys.split(' ')) await opened.press(key)
    await opened.frameWith((frame) =>
      expected === undefined ? noticeOf(frame).startsWith('= qd') : noticeOf(frame).includes(expected),
    )
  }
}

test('a key of other screens shows their names', async () => {
  await expectNotices(
    'overview',
    ['x', 'x works only in Controls and Wiki.'],
    ['j', undefined],
    ['W', 'W works only in Controls.'],
  )
  expect(unboundKeyText('t', 'controls')).toBe('t works only in Overview, Usage, and People.')
})

test('a key of another view of the screen shows its effect', () =>
  expectNotices('controls', ['x', 'x works only in another view of Controls: show or hide the secret (15 s).']))

test('an unbound key shows where keys are listed', () =>
  expectNotices(
    'overview',
    ['#', '# does nothing here. Press ? to list the keys.'],
    ['g q', 'gq does nothing'],
    ['g Esc', undefined],
  ))

test('at the ends of a list, moves show a notice', () =>
  expectNotices(
    'readiness',
    ['k', 'This is the first row.'],
    ['j', undefined],
    ['G', undefined],
    ['j', 'This is the last row.'],
    ['G', 'This is the last row.'],
  ))

test('on Usage, keys show why the day, row or chart does not change', () =>
  expectNotices(
    'usage',
    ['l', 'This is the last day.'],
    ['z 0', 'Chart height reset.'],
    ['z m', 'These names already have one row each.'],
    ['Tab s i', 'These rows have no tokens.'],
  ))

test('in a tree, keys show that nothing can be folded', () =>
  expectNotices(
    'controls',
    ['Enter Enter l l l l', 'Nothing to unfold here.'],
    ['z M', undefined],
    ['z M', 'Nothing to fold here.'],
    ['z R', undefined],
    ['z R', 'Nothing to unfold here.'],
  ))

test('keys without a target or stale data show a notice', () =>
  expectNotices(
    'overview',
    ['-', 'There is no previous screen.'],
    ['[', 'There is no earlier place.'],
    [']', 'This is already the latest place.'],
    ['r', 'Nothing is stale'],
    ['1', 'Overview is the current screen.'],
  ))

test('in the view of a user, h at the first measure and a key of the list show a notice', () =>
  expectNotices('people', ['Enter h', 'This is the first measure.'], ['/', '/ works only in another view of People']))

test('without rows, keys show that no row is selected', () =>
  expectNotices(
    'keys',
    ['Enter', 'No row is selected.'],
    ['j', 'No row is selected.'],
    ['y y', 'Nothing to copy here.'],
  ))

test('while data is loading, keys show a notice that says so', async () => {
  const opened = await openScreen(undefined, { screen: 'usage', columns: 120, rows: 36 })
  await opened.press('n')
  expect(noticeOf(opened.frame())).toBe('The weeks before are still loading.')
  await opened.press('Enter')
  expect(noticeOf(opened.frame())).toBe('Rows are still loading.')
  await opened.press('r')
  expect(noticeOf(opened.frame())).toBe('Still starting.')
})

test('while a filter is typed, keys show no notice', async () => {
  const opened = await openScreen(demo, { screen: 'people', columns: 120, rows: 36 })
  await opened.loaded()
  for (const key of ['/', 'W', '#']) {
    await opened.press(key)
    expect(noticeOf(opened.frame())).toMatch(/^= qd/)
  }
})

test('in an overlay an unbound key names the key that closes it', async () => {
  const open = await openScreen(demo, { screen: 'people', columns: 120, rows: 36 })
  await open.loaded()
  const expectNotice = (expected: string) => open.frameWith((frame) => noticeOf(frame).includes(expected))
  const unboundNotice = 'W does nothing here. Press Esc to close.'
  const steps: [opener: string, ...[keys: string, notice: string][]][] = [
    ['?', ['W', unboundNotice], ['k', 'This is the first row.'], ['G j', 'This is the last row.']],
    ['&', ['W', unboundNotice], ['j', NO_ROW], ['Enter', NO_ROW], ['x', NO_ROW], ['o', NO_ROW], ['y', NO_ROW]],
    ['@', ['W', unboundNotice], ['k', 'This is the first row.'], ['G G', 'This is the last row.']],
    ['@ Enter', ['W', unboundNotice], ['k', 'Start of the details.'], ['G j', 'End of the details.'], ['Esc', '= qd']],
    ['@ / z z z Enter', ['Enter', NO_ROW], ['y c', NO_ROW], ['j', NO_ROW], ['Esc', '= qd']],
    ['m', ['1', '1 does nothing here. Press Esc to close.']],
    ["'", ['Down', NO_ROW], ['Up', NO_ROW], ['Enter', NO_ROW], ['Backspace', NO_ROW], ['a', 'No bookmark a.']],
    ['O', ['W', unboundNotice], ['j', NO_ROW], ['Enter', NO_ROW]],
    ['C', ['^y', '^y does nothing here. Press Esc to close.'], ['Tab Tab Tab Down Down Down', 'Last option.']],
    [':', ['Up', 'No earlier input.'], ['^x', '^x does nothing here. Press Esc to close.']],
    [
      't',
      ['W', unboundNotice],
      ['g', 'g does nothing here. Press Esc to close.'],
      ['f Tab', ONLY_FIELD],
      ['Up', ONLY_FIELD],
      ['Esc', '= qd'],
    ],
    ['^s', ['W', unboundNotice], ['k', 'First option.'], ['Enter Down', ONLY_FIELD], ['Esc', '= qd']],
  ]
  for (const [opener, ...keys] of steps) {
    await open.press(...opener.split(' '))
    for (const [pressed, expected] of keys) {
      await open.press(...pressed.split(' '))
      await open.frameWith((frame) => noticeOf(frame).includes(expected))
    }
    await open.press('Esc')
  }
  await open.press(':')
  await open.paste('zzzzzz')
  await open.press('Enter')
  await expectNotice('No matching screen or command.')
  await open.press('Down')
  await expectNotice('No row is selected.')
})
