import type { Env } from '../../base/env.ts'

/** A program that fills this machine's clipboard from its standard input, and that exits with 0 if it did. */
type ClipboardProgram = {
  argv: readonly [name: string, ...args: string[]]
  /** @default UTF-8 */
  encoding?: 'utf16le'
  /** Variables that it needs. */
  env?: Env
  /** Why it is for this desktop, as the end of a sentence. */
  because: string
}

/** One way to copy a text. */
export type ClipboardWay =
  | { is: 'program'; program: ClipboardProgram }
  /** `tmux load-buffer -w`: fills a tmux buffer, and tmux sends the text to its own terminal. */
  | { is: 'tmux' }
  /** The escape sequence OSC 52 to the terminal, which never confirms it. */
  | { is: 'terminal'; inside: 'tmux' | 'screen' | undefined }

/** How a text is copied: the first way that works. */
export type ClipboardPlan = {
  ways: readonly ClipboardWay[]
  /** Why the first way was chosen, as the end of a sentence: `WAYLAND_DISPLAY is set`. */
  why: string
  /** Why no program fills the clipboard, as the end of a sentence; undefined if one does. */
  whyNoProgram: string | undefined
}

/** The environment of a copy. */
export type ClipboardPlace = {
  env: Env
  platform: string
  isInstalled: (program: string) => boolean
}

/**
 * Decides how to copy. A program is right only on the machine where the user sits: over SSH it would fill the clipboard
 * of the wrong machine, and only the terminal can fill the right one.
 */
export const clipboardPlan = (place: ClipboardPlace): ClipboardPlan => {
  const { env } = place
  const remote = REMOTE.find((name) => env[name])
  const candidates = remote === undefined ? candidatesOn(place) : []
  const installed = candidates.filter(({ argv: [name] }) => place.isInstalled(name))
  const [first] = installed
  const whyNoProgram = remote === undefined ? missingText(candidates) : `this is an SSH session (${remote} is set)`
  return {
    ways: [...installed.map((program): ClipboardWay => ({ is: 'program', program })), ...waysInside(env)],
    why: first?.because ?? (env.TMUX ? 'TMUX is set' : whyNoProgram),
    whyNoProgram: first ? undefined : whyNoProgram,
  }
}

const REMOTE = ['SSH_CONNECTION', 'SSH_TTY', 'SSH_CLIENT'] as const

/** The programs for this desktop, best first. */
const candidatesOn = ({ env, platform }: ClipboardPlace): ClipboardProgram[] => {
  // Without a UTF-8 locale, pbcopy takes its input for Mac Roman.
  if (platform === 'darwin') return [{ argv: ['pbcopy'], env: { LC_ALL: 'en_US.UTF-8' }, because: 'this is macOS' }]
  const candidates: ClipboardProgram[] = []
  const windows = platform === 'win32' ? 'this is Windows' : WSL.find((name) => env[name]) && 'this is WSL'
  // It takes other input for text in the OEM code page. With a byte order mark, it would copy the mark too.
  if (windows) candidates.push({ argv: ['clip.exe'], encoding: 'utf16le', because: windows })
  if (env.WAYLAND_DISPLAY)
    candidates.push({ argv: ['wl-copy', '--type', 'text/plain'], because: 'WAYLAND_DISPLAY is set' })
  if (env.DISPLAY) {
    const because = 'DISPLAY is set'
    candidates.push({ argv: ['xclip', '-selection', 'clipboard'], because })
    candidates.push({ argv: ['xsel', '--clipboard', '--input'], because })
  }
  return candidates
}

const WSL = ['WSL_DISTRO_NAME', 'WSL_INTEROP'] as const

const missingText = (candidates: readonly ClipboardProgram[]): string => {
  const names = candidates.map(({ argv: [name] }) => name)
  if (names.length === 0) return 'neither WAYLAND_DISPLAY nor DISPLAY is set'
  return names.length === 1 ? `${names[0]} is not installed` : `none of ${names.join(', ')} is installed`
}

/** The ways to the terminal, through the program in which we run. */
const waysInside = ({ TMUX, STY, TERM }: Env): ClipboardWay[] => {
  // With the default set-clipboard, tmux ignores OSC 52 of programs, but not its own command. Before version 3.2 the
  // command has no -w; the wrapped sequence works there.
  if (TMUX) return [{ is: 'tmux' }, { is: 'terminal', inside: 'tmux' }]
  if (STY) return [{ is: 'terminal', inside: 'screen' }]
  // The Linux console has no clipboard, and a dumb terminal would print the sequence.
  return TERM === 'linux' || TERM === 'dumb' ? [] : [{ is: 'terminal', inside: undefined }]
}

/**
 * The environment with the variables of the tmux client that was attached last. A pane keeps the variables of its start,
 * and the user may since have attached to its session over SSH, or at the machine itself.
 *
 * @param text - The output of `tmux show-environment`: `NAME=value`, or `-NAME` for a variable that is not set.
 */
export const withTmuxEnvironment = (env: Env, text: string): Env => {
  const now: Record<string, string | undefined> = { ...env }
  for (const line of text.split('\n')) {
    const [, removed, name = '', value] = /^(-?)([A-Z_]+)(?:=(.*))?$/.exec(line) ?? []
    if (!UPDATED.includes(name)) continue
    now[name] = removed ? undefined : value
    // tmux does not update these two.
    if (name === 'SSH_CONNECTION') Object.assign(now, { SSH_TTY: undefined, SSH_CLIENT: undefined })
  }
  return now
}

const UPDATED = ['SSH_CONNECTION', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY']
