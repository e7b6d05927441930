import { expect, test } from 'vitest'
import { MARK } from '../../../src/ui/linear/linear-marks.ts'
import { SETTLED_MS } from '../../../src/ui/linear/linear-voice.ts'
import { createHeardVoice } from '../../helpers/linear-screen.ts'

const names = ['opus', 'sonnet', 'haiku', 'codex', 'gemini']
const usual = { selected: 0, rows: names, place: 'Usage', busy: false, extra: [] as string[], age: '2 min' }
type Shown = Partial<typeof usual>
const frame = (shown: Shown = {}) => framed({ ...usual, ...shown })
const framed = ({ selected, rows, place, busy, extra, age }: typeof usual) => [
  MARK.place + place,
  ...(busy ? [`${MARK.busy}Loading`] : []),
  `${MARK.aside}data ${age} old`,
  `${MARK.pane}Models`,
  ...rows.map((row, at) =>
    at === selected ? `${MARK.selected}row ${at + 1} of ${rows.length}: ${row}` : `${MARK.row}${row}`,
  ),
  `${MARK.detail}Detail`,
  ...(rows[selected] === undefined ? [] : [`all about ${rows[selected]}`]),
  ...extra,
]
const opened = () => {
  const { voice, spoken, waitsMs } = createHeardVoice()
  voice.show(frame())
  spoken()
  const say = (shown: Shown, isKey = true) => {
    if (isKey) voice.keyPressed()
    voice.show(frame(shown))
    return spoken()
  }
  return { voice, spoken, waitsMs, say }
}

test('an opened screen is read as a whole, each pane by its name, after the introduction', () => {
  const { voice, spoken } = createHeardVoice()
  voice.show(frame())
  const [introduction, ...lines] = spoken()
  expect(introduction).toContain('Semicolon reads the screen again')
  const rows = ['row 1 of 5: opus', 'sonnet', 'haiku', 'codex', 'gemini']
  expect(lines).toEqual(['Usage.', 'data 2 min old', 'Models:', ...rows, 'Detail:', 'all about opus'])
})

test('a move reads only the row, and a comma its details', () => {
  const { voice, spoken, say } = opened()
  expect(say({ selected: 1 })).toEqual(['row 2 of 5: sonnet'])
  voice.sayRow()
  expect(spoken()).toEqual(['row 2 of 5: sonnet', 'Detail:', 'all about sonnet'])
  voice.sayAll()
  expect(spoken()).toHaveLength(10)
})

test('only the last of several frames is spoken, after a short wait', () => {
  const { voice, spoken, waitsMs } = opened()
  for (const selected of [1, 2, 3]) {
    voice.keyPressed()
    voice.show(frame({ selected }))
    expect(waitsMs()).toBe(SETTLED_MS)
  }
  expect(spoken()).toEqual(['row 4 of 5: codex'])
})

test('ages and spinners are not spoken and do not delay other text', () => {
  const { voice, spoken, say, waitsMs } = opened()
  expect(say({ age: '3 min' }, false)).toEqual([])
  voice.keyPressed()
  voice.show(frame({ selected: 1 }))
  voice.show(frame({ selected: 1, age: '4 min' }))
  expect(waitsMs()).toBe(SETTLED_MS)
  expect(spoken()).toEqual(['row 2 of 5: sonnet'])
})

test('a loading screen is read in part after a while, and as a whole once loaded', () => {
  const slow = opened()
  slow.say({ place: 'People', rows: [], busy: true })
  expect(slow.spoken()).toEqual(['People.', 'Loading.', 'data 2 min old', 'Models:'])
  const { say } = opened()
  expect(say({ place: 'People', rows: [], busy: true })).toEqual(['People.', 'Loading.'])
  const whole = say({ place: 'People' }, false)
  expect(whole.slice(0, 1)).toEqual(['People.'])
  expect(whole).toContain('row 1 of 5: opus')
})

test('new rows are counted', () => {
  const { say } = opened()
  say({ rows: [] })
  expect(say({}, false).slice(0, 2)).toEqual(['5 rows loaded.', 'row 1 of 5: opus'])
  expect(say({ rows: names.map((name) => `${name} 2`), busy: true }, false)).toEqual([
    '5 new rows.',
    'all about opus 2',
  ])
})

test('a notice is spoken as such, and again if a key causes the same one', () => {
  const { say } = opened()
  const extra = [`${MARK.notice}This is the first row.`]
  expect(say({ extra })).toEqual(['Notice: This is the first row.'])
  expect(say({ extra })).toEqual(['Notice: This is the first row.'])
  expect(say({ extra }, false)).toEqual([])
})

test('a popup is read with all its options, then only each selected one, then that it is closed', () => {
  const { say } = opened()
  const options = (chosen: number) => [
    `${MARK.popup}Export`,
    ...['CSV', 'JSON'].map((name, at) => (at === chosen ? MARK.selected + name : name)),
  ]
  expect(say({ extra: options(0) })).toEqual(['Export:', 'CSV, selected', 'JSON'])
  expect(say({ extra: options(1) })).toEqual(['JSON, selected'])
  expect(say({})).toEqual(['Export. Closed.', 'row 1 of 5: opus'])
})

test('entering another pane reads its name first', () => {
  const { voice, spoken } = createHeardVoice()
  const two = (selected: number) => [
    `${MARK.place}Overview`,
    `${MARK.pane}Attention, 1`,
    `${selected === 0 ? `${MARK.selected}row 1 of 1: ` : MARK.row}credits`,
    `${MARK.pane}Readiness, 1`,
    `${selected === 1 ? `${MARK.selected}row 1 of 1: ` : MARK.row}checkout`,
  ]
  voice.show(two(0))
  spoken()
  voice.keyPressed()
  voice.show(two(1))
  expect(spoken()).toEqual(['Readiness, 1:', 'row 1 of 1: checkout'])
})

test('lines wrap between words at the width of the terminal', () => {
  const { voice, spoken } = createHeardVoice(40)
  voice.show([`${MARK.place}Overview`, 'one two three four five six seven eight nine ten eleven'])
  expect(spoken().every((line) => line.length < 40)).toBe(true)
})
