import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spokenKey, spokenText, timelessText } from '../../../src/ui/linear/spoken-text.ts'
import { forMany } from '../../helpers/for-all.ts'

test.each([
  [' CREDITS    105k        ▲ 9.3 %    ▂▂▃▄▅▃█▂▂▄▅▄▃▃', 'CREDITS, 105k, up 9.3 %'],
  [' a.chen  20,751  ▂▂⇡▂', 'a.chen, 20,751'],
  [' month ends ≈204k', 'month ends about 204k'],
  ['14d  Nov 07–20 vs Oct 24–Nov 06  UTC', '14d, Nov 07 to 20 vs Oct 24 to Nov 06, UTC'],
  [' L1 ▇ 1  L2 ▇▇ 2  L5 0', 'L1 1, L2 2, L5 0'],
  ['! 2 loosened   ▼ tightened', '2 loosened, tightened'],
  ['✗ failed  ? hibernating  – cancelled  ◐ ○', 'failed, hibernating, cancelled, running waiting'],
  ['? 9.3k', 'unknown 9.3k'],
  ['Press ? to list the keys, / to search.', 'Press question mark to list the keys, / to search.'],
  ['#1 of 9  ~3', 'number 1 of 9, about 3'],
  ['1…9  …27b1  a long text…', '1 to 9, ending in 27b1, a long text'],
  ['( ) move A  < > move B', 'parentheses move A, angle brackets move B'],
  ['\x1b[38;5;80m✓ verified\x1b[39m   ✗ install-deps', 'verified, failed install-deps'],
  ['405──406──[412]──413', '405, 406, [412], 413'],
  ['see [docs] or ["a"]', 'see [docs] or ["a"]'],
  ['person  –', 'person, none'],
  ['⠙ sending', 'sending'],
  ['347? commits', '347 incomplete commits'],
  ['left│right', 'left, right'],
  ['- docker *', 'minus docker *'],
  ['a well-known name, "C–D" and http://x.y/?a=b', 'a well-known name, "C to D" and http://x.y/?a=b'],
  ['────────', ''],
])('%s is spoken as %s', (row, said) => {
  expect(spokenText(row)).toBe(said)
})

test('spoken text has no drawings, styles or runs of spaces, and speaking it again changes nothing', () => {
  const piece = fc.constantFrom(...'▇ ▂▃ ── │ ● x 9 ▲ … \x1b[1m \x1b[22m word'.split(' '), ' ', '   ')
  forMany(500, fc.array(piece, { maxLength: 20 }), (pieces) => {
    const said = spokenText(pieces.join(''))
    expect(said).not.toMatch(/[▁-█─-╿⠀-⣿]|\s{2}|^\s|\s$/)
    expect(said).not.toContain('\x1b')
  })
})

test('ages, rates and countdowns are not news, and progress is news only at each quarter', () => {
  expect(timelessText('latest 418, 2 h ago')).toBe(timelessText('latest 418, 3 h ago'))
  expect(timelessText('credits 47.7 %')).not.toBe(timelessText('credits 47.8 %'))
  const at = (percent: number, left: number) =>
    timelessText(`${percent} %, 4.${left} of 6.9 MB, ${left}.1 MB/s, ${left} s left`)
  expect(at(26, 9)).toBe(at(49, 5))
  expect(at(49, 5)).not.toBe(at(50, 4))
})

test('keys that a voice would omit have names', () => {
  const said = ['comma', 'semicolon', 'Control d', 'g u', 'slash', 'minus', 'Left', 'F1', 'j']
  expect([',', ';', '^d', 'g u', '/', '-', 'Left', 'F1', 'j'].map(spokenKey)).toEqual(said)
})
