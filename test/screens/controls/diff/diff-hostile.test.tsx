import { expect, test } from 'vitest'
import { expectHarmless } from '../../../helpers/expect-frame.ts'
import { openDiff } from './diff-service.ts'

const EVIL = [
  '\u001b]52;c;eA==\u0007',
  '\u009d8;;x\u009c',
  'a\u202eb',
  '\r\n\u0000',
  'z\u0300'.repeat(12),
  '\ud800',
  '漢字👩‍👩‍👧',
  '\u2028',
]

/** Settings whose names and values are hostile in every place. */
const hostile = (seed: number) => ({
  ...Object.fromEntries(EVIL.map((text, index) => [`${text}${index}`, `${text} value ${seed} of ${text.repeat(8)}`])),
  list: EVIL.map((text) => `${text} ${seed}`),
  items: EVIL.map((text, index) => ({
    id: text,
    note: index === seed ? text : 'same',
    deep: { [text]: [text, seed] },
  })),
  moved: seed === 1 ? EVIL : EVIL.toReversed(),
})

test.each([60, 100, 160])(
  'hostile settings keep within their cells and do nothing, in every style at %i columns',
  async (columns) => {
    const opened = await openDiff([hostile(1), hostile(2)], { columns, rows: 24 })
    const keys = [
      ...'jjjjjjjjjjjjjjjjjjjjjjjjjjjj',
      'g',
      'g',
      'z',
      's',
      ...'nnnnnnnn',
      'z',
      'R',
      ...'jjjjjjjj',
      'z',
      's',
      ...'nnnn',
    ]
    for (const key of keys) {
      await opened.press(key)
      expectHarmless(opened.styledFrame(), columns, 24)
    }
    expect(opened.frame().join('\n')).toContain('⟨202E⟩')
  },
)
