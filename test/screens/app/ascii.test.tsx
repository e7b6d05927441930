import { expect, test } from 'vitest'
import type { Profiles } from '../../../screens/kit/session/profiles.ts'
import { SIGN_ROWS, type SignRow } from '../../../src/domain/text/signs.ts'
import { type OpenedScreen, openScreen, sharedDemo } from '../../helpers/screen.tsx'
import { noProfiles } from '../../helpers/session.ts'
import { openView, settled, VIEWS } from '../../helpers/views.ts'

const demo = sharedDemo()

const rows: readonly SignRow[] = Object.values(SIGN_ROWS)
const isSignOf = (sign: string, ascii: string): boolean =>
  rows.some((row) => row.ascii === ascii && (row.sign === sign || row.also === sign))
const isSign = (ascii: string): boolean => rows.some((row) => row.ascii === ascii)

// Bars, lines, masks and their dots are drawings; the dash of ranges and the apostrophe belong to words.
const PICTURE = /[\u2500-\u257f\u2580-\u258b\u258d-\u259f’—]/u
const LIFETIME = /├[─●×]*┤?/gu

/** The rows of a frame outside its chart. */
const outsideChart = (frame: readonly string[]): Set<number> => {
  const isOfChart = (row: string) => /[┤┼]/.test(row.replaceAll(LIFETIME, ''))
  const [first, last] = [frame.findIndex(isOfChart), frame.findLastIndex(isOfChart)]
  return new Set(frame.flatMap((_, y) => (first >= 0 && y >= first && y <= last ? [] : y)))
}

/** The problems of a row in ASCII compared to the same row in Unicode. */
const faultsIn = (unicode: string, ascii: string): string[] => {
  const faults: string[] = []
  const [signs, forms] = [[...unicode.replaceAll(LIFETIME, (life) => ' '.repeat(life.length))], [...ascii]]
  signs.forEach((sign, at) => {
    const form = forms[at] ?? ' '
    if (
      sign === ' ' ||
      PICTURE.test(sign) ||
      (sign === '•' && [signs[at - 1], signs[at + 1]].includes('•')) ||
      /\( \)|< >/.test(unicode.slice(at - 2, at + 3))
    )
      return
    // Words of data are separated by one space.
    const isAlone = [at - 2, at - 1, at + 1].every((neighbour) => (forms[neighbour] ?? ' ') === ' ')
    const isRange = sign === '–' && form === '-' && /[\p{L}\p{N}]/u.test(signs[at - 1] ?? '')
    if (sign !== form && !isSignOf(sign, form) && !isRange) faults.push(`${sign} is ${form}: ${ascii}`)
    if (sign === form && isAlone && isSign(form) && !isSignOf(sign, form)) faults.push(`${form} alone: ${ascii}`)
  })
  return faults
}

/** The frame after the keys. A key that opens a row needs the rows that the key before it loads. */
const pressInTurn = async (opened: OpenedScreen, keys: readonly string[]): Promise<string[]> => {
  for (const key of keys) {
    await opened.press(key)
    await settled(opened)
  }
  return opened.frame()
}

const open = (screen: keyof typeof VIEWS, isAscii: boolean) =>
  openView(demo, screen, { columns: 160, rows: 48, theme: { isAscii } })

test.each(Object.entries(VIEWS))('in ASCII every sign of %s has one meaning and one cell', async (name, views) => {
  const screen = name as keyof typeof VIEWS
  const [unicode, ascii] = [await open(screen, false), await open(screen, true)]
  for (const keys of views) {
    const [left, right] = [await pressInTurn(unicode, keys), await pressInTurn(ascii, keys)]
    // The last rows contain keys.
    const looked = outsideChart(left)
    const faults = right.slice(0, -2).flatMap((row, y) => (looked.has(y) ? faultsIn(left[y] ?? '', row) : []))
    // Letters of other scripts are data.
    expect(right.filter((row) => /[^ -~\p{L}\p{M}]/u.test(row))).toEqual([])
    expect({ view: keys, faults }).toEqual({ view: keys, faults: [] })
  }
})

const POPUPS = [['?'], ['&'], ['@'], [':', ...'op'], ['^o'], ['z', 'p'], ['O'], ['C'], ['m'], ["'"], ['a']] as const

const profiles: Profiles = {
  ...noProfiles,
  list: async () => [
    { name: 'acme', isShown: true, baseUrl: 'https://api.example.com', key: 'the system keychain', isReadOnly: true },
    { name: 'two', isShown: false, baseUrl: 'https://two.example/…', key: 'its helper pass', isReadOnly: false },
  ],
}

test('in ASCII every sign of Hooks, its views and the popups has one meaning and one cell', async () => {
  const openHooks = async (isAscii: boolean) => {
    const opened = await openScreen(demo, { columns: 160, rows: 48, screen: 'hooks', profiles, theme: { isAscii } })
    await opened.loaded()
    return opened
  }
  const [unicode, ascii] = [await openHooks(false), await openHooks(true)]
  for (const keys of [[], ['Tab'], ['Tab'], ...POPUPS]) {
    const [left = [], right = []] = await Promise.all(
      [unicode, ascii].map(async (opened) => {
        await opened.press(...keys)
        return opened.frameWith((frame) => !frame.join().includes('Loading the configuration'))
      }),
    )
    expect([keys[0], left.join().includes('two.example')]).toEqual([keys[0], keys[0] === 'O'])
    const faults = right
      .slice(0, -2)
      // The first row has the number of requests.
      .flatMap((row, y) => (y === 0 ? [] : faultsIn(left[y] ?? '', row)))
      // Help and menus contain keys, which are single characters.
      .filter((fault) => keys.length === 0 || keys[0] === 'Tab' || !/^. alone/.test(fault))
    expect(right.filter((row) => /[^ -~\p{L}\p{M}]/u.test(row))).toEqual([])
    expect({ view: keys, faults }).toEqual({ view: keys, faults: [] })
    if (keys.length > 0 && keys[0] !== 'Tab') await Promise.all([unicode.press('Esc'), ascii.press('Esc')])
  }
})
