import { mkdtempSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { builtProgram, root } from './built-program.ts'
import { compileCache } from './compile-cache.ts'
import { keyBytes } from './key-bytes.ts'
import { countCellsAsOfToday } from './terminal-widths.ts'

export type ProgramOptions = {
  args?: readonly string[]
  /** @default 120 */
  cols?: number
  /** @default 40 */
  rows?: number
  /** Added to a minimal environment: of the machine's own, the program gets only PATH and TMPDIR. */
  env?: Readonly<Record<string, string>>
  /** @default the repository's root */
  cwd?: string
  /**
   * A JavaScript file to run in place of the built program.
   * @default dist/qd.js
   */
  program?: string
  /** Another program of this machine to run with `args` in place of Node. */
  executable?: string | undefined
  /** The terminal's reply to a background query (OSC 11): `rgb:ffff/ffff/ffff`. @default nothing */
  background?: string
}

/** Environment with a server's address and key. */
export const envOf = (url: string, key: string) => ({ QUARTERDECK_BASE_URL: url, QUARTERDECK_API_KEY: key })

/** The program's folders in a home of the test. */
export const foldersIn = (home: string) => ({ XDG_CACHE_HOME: `${home}/cache`, XDG_STATE_HOME: `${home}/state` })

/** The modes of a terminal after the program. */
export const RESTORED = { isAlternateScreen: false, isCursorVisible: true, isBracketedPaste: false }

/** A text on the screen, or a predicate. */
export type Wanted = string | ((screen: string[]) => boolean)

export type Program = ReturnType<typeof openProgram>
export type CellStyle = ReturnType<Program['styleAt']>

/** Runs the built program in its own pseudo-terminal. */
export const openProgram = ({
  args = [],
  cols = 120,
  rows = 40,
  env = {},
  cwd = root,
  program = builtProgram,
  executable,
  background,
}: ProgramOptions = {}) => {
  const home = mkdtempSync(`${tmpdir()}/quarterdeck-home-`)
  const terminal = new xterm.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true, logLevel: 'off' })
  countCellsAsOfToday(terminal)
  let isCursorVisible = true
  let isUpdating = false
  let copies = 0
  let takes = 0
  // Returning false leaves the sequences to the terminal.
  for (const [final, visible] of [['h', true] as const, ['l', false] as const]) {
    terminal.parser.registerCsiHandler({ prefix: '?', final }, (parameters) => {
      if (parameters.includes(25)) isCursorVisible = visible
      if (parameters.includes(2026)) isUpdating = visible
      if (parameters.includes(1049) && visible) takes += 1
      return false
    })
  }
  terminal.parser.registerOscHandler(52, () => {
    copies += 1
    return false
  })

  const child = spawn(executable ?? process.execPath, executable === undefined ? [program, ...args] : [...args], {
    cols,
    rows,
    cwd,
    name: 'xterm-256color',
    env: { ...bareEnvironment(home), ...env },
  })
  let raw = ''
  let unparsed = 0
  let hasEnded = false
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  child.onData((data) => {
    raw += data
    // Immediately, like a terminal, because the program waits only briefly.
    if (background !== undefined && data.includes('\x1b]11;?')) child.write(`\x1b]11;${background}\x1b\\`)
    unparsed++
    terminal.write(data, () => {
      unparsed--
      notify()
    })
  })
  // Replies to the program's queries.
  terminal.onData((answer) => {
    if (!hasEnded) child.write(answer)
  })

  const exited = new Promise<{ code: number; signal: number }>((resolve) => {
    child.onExit(({ exitCode, signal = 0 }) => {
      hasEnded = true
      const settle = () => {
        if (unparsed > 0) return
        listeners.delete(settle)
        resolve({ code: exitCode, signal })
      }
      listeners.add(settle)
      notify()
    })
  })

  const lineAt = (y: number) => terminal.buffer.active.getLine(terminal.buffer.active.baseY + y)
  const cellAt = (x: number, y: number) => {
    const cell = lineAt(y)?.getCell(x)
    if (!cell) throw new Error(`there is no cell at ${x}, ${y} on a screen of ${terminal.cols}x${terminal.rows}`)
    return cell
  }
  const screen = (): string[] =>
    Array.from({ length: terminal.rows }, (_, y) => lineAt(y)?.translateToString(true) ?? '')

  /**
   * Resolves with the screen once it shows the text, or once it satisfies the predicate.
   *
   * @throws Error with the content of the screen, after `timeoutMs` or when the program has ended.
   */
  const waitFor = (wanted: Wanted, { timeoutMs = 45_000 } = {}) =>
    new Promise<string[]>((resolve, reject) => {
      const isThere = typeof wanted === 'string' ? (shown: string[]) => shown.join('\n').includes(wanted) : wanted
      const what = typeof wanted === 'string' ? JSON.stringify(wanted) : String(wanted)
      const stop = () => {
        clearTimeout(timer)
        listeners.delete(look)
      }
      const fail = (why: string) => {
        stop()
        reject(new Error(`${what} was not on the screen ${why}:\n${framed(screen(), terminal.cols)}`))
      }
      const look = () => {
        // A terminal shows a synchronized update at its end.
        if (isUpdating && !hasEnded) return
        const shown = screen()
        if (isThere(shown)) {
          stop()
          resolve(shown)
        } else if (hasEnded && unparsed === 0) fail('when the program ended')
      }
      const timer = setTimeout(() => fail(`after ${timeoutMs} ms`), timeoutMs)
      listeners.add(look)
      look()
    })

  /**
   * Types any length while reading the program's output. `type` writes everything before it reads, which would deadlock with
   * a program that draws at each key. Resolves when everything is typed or the program has ended.
   */
  const flood = async (bytes: Uint8Array): Promise<void> => {
    // `fd` is missing in the types. The child's own stream would block this process until everything is written.
    const { fd } = child as unknown as { fd: number }
    for (let at = 0; at < bytes.length && !hasEnded; ) {
      try {
        at += writeSync(fd, bytes, at, Math.min(1_024, bytes.length - at))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        await pause(1)
      }
      await turn()
    }
  }
  const type = (text: string) => {
    if (!hasEnded) child.write(text)
  }
  const press = (keys: string): void => type(keys.split(' ').map(keyBytes).join(''))
  return {
    pid: child.pid,
    /** Keys by their names in the bindings, with spaces between: `j`, `g u`, `Enter`, `^d`, `M-x`. */
    press,
    type,
    /** Presses keys, and resolves as `waitFor` does. */
    pressUntil: (keys: string, ...wanted: Parameters<typeof waitFor>): Promise<string[]> => {
      press(keys)
      return waitFor(...wanted)
    },
    typeUntil: (text: string, ...wanted: Parameters<typeof waitFor>): Promise<string[]> => {
      type(text)
      return waitFor(...wanted)
    },
    flood,
    /** Waits until the program has written nothing for this long. Resolves with the length of `raw()`. */
    quiet: async (ms: number): Promise<number> => {
      let length = -1
      while (length !== raw.length) {
        length = raw.length
        await pause(ms)
      }
      return length
    },
    /** Pastes like a terminal: between marks if the program has enabled them. */
    paste: (text: string): void => type(terminal.modes.bracketedPasteMode ? `\x1b[200~${text}\x1b[201~` : text),
    resize: (newCols: number, newRows: number): void => {
      terminal.resize(newCols, newRows)
      child.resize(newCols, newRows)
    },
    /** The rows on the screen, without the spaces at their ends. */
    screen,
    cellAt,
    /** Colours are an index, 0xRRGGBB, or -1 for the terminal's own. */
    styleAt: (x: number, y: number) => {
      const cell = cellAt(x, y)
      return {
        bold: cell.isBold() !== 0,
        dim: cell.isDim() !== 0,
        italic: cell.isItalic() !== 0,
        underline: cell.isUnderline() !== 0,
        inverse: cell.isInverse() !== 0,
        foreground: cell.isFgDefault() ? -1 : cell.getFgColor(),
        background: cell.isBgDefault() ? -1 : cell.getBgColor(),
      }
    },
    waitFor,
    /** Everything the program has written, as text. */
    raw: () => raw,
    /** How often the program put something on the clipboard (OSC 52). */
    copies: () => copies,
    /** How often the program entered the alternate screen: at its start, and after each pager or editor. */
    takes: () => takes,
    /** The modes that the program has set. */
    modes: () => ({
      isAlternateScreen: terminal.buffer.active.type === 'alternate',
      isCursorVisible,
      isBracketedPaste: terminal.modes.bracketedPasteMode,
    }),
    /** Resolves when the program has ended and all its output is on the screen. */
    exited,
    kill: (signal: NodeJS.Signals): void => {
      if (!hasEnded) child.kill(signal)
    },
    /** Ends the program if it still runs, and removes its files. */
    close: async (): Promise<void> => {
      if (!hasEnded) child.kill('SIGKILL')
      await exited
      terminal.dispose()
      // A process of the program may still be writing there.
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Without the machine's CI, NO_COLOR, addresses and keys, and with its own home. */
const bareEnvironment = (home: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  TMPDIR: tmpdir(),
  HOME: home,
  TERM: 'xterm-256color',
  COLORTERM: 'truecolor',
  LANG: 'C.UTF-8',
  TZ: 'Pacific/Auckland',
  ...compileCache(),
})

const framed = (rows: readonly string[], cols: number): string => {
  const edge = `+${'-'.repeat(cols)}+`
  return [edge, ...rows.map((row) => `|${row}`), edge].join('\n')
}
