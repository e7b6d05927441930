import { LINEAR_CELLS, MARK } from '../../src/ui/linear/linear-marks.ts'
import { createLinearVoice } from '../../src/ui/linear/linear-voice.ts'
import type { Organisation } from './demos.ts'
import { type OpenedScreen, type OpenOptions, openScreen } from './screen.tsx'

/** A voice with a timer that the test controls, and its output. */
export const createHeardVoice = (columns = LINEAR_CELLS) => {
  let said = ''
  let waiting: { act: () => void; ms: number } | undefined
  const voice = createLinearVoice({
    write: (text) => {
      said += text
    },
    columns: () => columns,
    setTimer: (act, ms) => {
      const own = { act, ms }
      waiting = own
      return () => {
        if (waiting === own) waiting = undefined
      }
    },
  })
  /** Runs the pending timer. Returns the lines spoken since the last call. */
  const spoken = (): string[] => {
    const { act } = waiting ?? {}
    waiting = undefined
    act?.()
    const lines = said.split('\n').slice(0, -1)
    said = ''
    return lines
  }
  return { voice, spoken, waitsMs: () => waiting?.ms }
}

/** The real application with `--screen-reader`, and functions that return the spoken lines. */
export const openLinearScreen = async (organisation: Organisation, options: OpenOptions = {}) => {
  const { voice, spoken } = createHeardVoice()
  const theme = { isLinear: true, ...options.theme }
  const opened: OpenedScreen = await openScreen(organisation, {
    ...options,
    columns: LINEAR_CELLS,
    rows: 200,
    theme,
    voice,
  })
  opened.keymap.onPress(voice.keyPressed)
  /** Whether nothing is loading. An overlay may contain any text, so it is ignored. */
  const isStill = (frame: readonly string[]): boolean => {
    const popup = frame.findIndex((row) => row.startsWith(MARK.popup))
    const own = popup < 0 ? frame : frame.slice(0, popup)
    return !own.some(
      (row) => row.startsWith(MARK.busy) || /…|\b(?:loading(?! the notifier)|still (?:searching|checking))\b/.test(row),
    )
  }
  const spokenLines = async (): Promise<string[]> => {
    await opened.frameWith(isStill)
    voice.show(opened.styledFrame())
    return spoken()
  }
  return {
    ...opened,
    spokenLines,
    /** Presses these keys and returns the spoken lines. */
    async say(...keys: string[]): Promise<string[]> {
      await opened.press(...keys)
      return spokenLines()
    },
  }
}
