import { test } from 'vitest'
import { SCREEN_NAMES } from '../../../screens/kit/screen/names.ts'
import { screens } from '../../../screens/table.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { createRandom } from '../../domain/hostile/strings.ts'
import type { Outcome } from '../../faults/fault.ts'
import { startDemo } from '../../helpers/demos.ts'
import { type OpenedScreen, openScreen } from '../../helpers/screen.tsx'
import { trial } from '../../helpers/trial.ts'

const named = 'Tab S-Tab Enter Esc Space Backspace Up Down Right Left Home End PageUp PageDown F1'.split(' ')
const typed = Array.from({ length: 0x7f - 0x21 }, (_, at) => String.fromCharCode(0x21 + at))
const chords = [...'acdfnprtuwxy'].map((letter) => `^${letter}`)
/** A third of the keys are bound in the view. Occasionally a digit switches the screen. */
const keysOf = (bound: readonly string[]) => [bound, bound, typed, named, chords, [...'12345', 'Esc', 'Enter']]

const KEYS_PER_RUN = 250

const wrongOf = (frame: readonly string[], columns: number, rows: number): string | undefined => {
  if (frame.length !== rows) return `${frame.length} rows`
  const wide = frame.find((row) => textWidth(row) > columns)
  return wide === undefined ? undefined : `a row of ${textWidth(wide)} cells: ${wide}`
}

const boundOn = (opened: OpenedScreen): string[] =>
  opened.keymap.reachable().flatMap(({ binding }) => binding.keys.flatMap((keys) => keys.split(' ')))

/** Presses the keys of one run, at most `max`. Returns their number and the error. */
const pressRandomly = async (opened: OpenedScreen, seed: number, max: number, [columns, rows]: Size) => {
  const random = createRandom(seed)
  const pick = <T,>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const pressed: string[] = []
  try {
    while (pressed.length < Math.min(max, KEYS_PER_RUN)) {
      const bound = boundOn(opened)
      const key = pick(keysOf(bound.length > 0 ? bound : named)[Math.floor(random() * 6)] ?? named)
      pressed.push(key)
      await opened.press(key)
      const wrong = wrongOf(opened.frame(), columns, rows)
      if (wrong !== undefined) throw new Error(wrong)
    }
    // Also the frames between two keys.
    const wrong = opened.frames().map((frame) => wrongOf(frame, columns, rows))
    const first = wrong.find((one) => one !== undefined)
    if (first !== undefined) throw new Error(`a frame between two keys: ${first}`)
    return { keys: pressed.length, broken: undefined }
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    return { keys: pressed.length, broken: `seed ${seed}, after ${pressed.slice(-25).join(' ')}: ${what}` }
  }
}

type Size = readonly [columns: number, rows: number]

test.each<Size>([
  [60, 15],
  [80, 24],
  [120, 36],
  [200, 60],
])('random keys at %ix%i crash nothing, and every frame fills the window', async (columns, rows) => {
  const demo = await startDemo()
  await trial(100, async (count): Promise<Outcome> => {
    const notes: string[] = []
    let tried = 0
    for (let run = 0; tried < count; run += 1) {
      const screen = SCREEN_NAMES[run % SCREEN_NAMES.length] ?? 'overview'
      const opened = await openScreen(demo, { columns, rows, screen })
      const { keys, broken } = await pressRandomly(opened, columns * 1_000 + run, count - tried, [columns, rows])
      tried += keys
      if (broken !== undefined) notes.push(`${screens[screen].title}, ${broken}`)
      opened.unmount()
    }
    return { tried, broke: notes.length, notes }
  })
})
