import type { Env } from '../../base/env.ts'
import type { Channel, Destination, Outgoing, SendOutcome, SendTools } from './channel.ts'

const ESC = '\u001b'
const BEL = '\u0007'
const ST = `${ESC}\\`

type TerminalForm = '9' | '99' | '777'

/** The notification sequence that the terminal supports, according to its environment. Most terminals support 9. */
const terminalForm = (env: Env): TerminalForm => {
  const { TERM = '', TERM_PROGRAM = '', KITTY_WINDOW_ID } = env
  if (KITTY_WINDOW_ID || TERM.includes('kitty')) return '99'
  return /foot|rxvt|contour/.test(TERM) || TERM_PROGRAM === 'vscode' ? '777' : '9'
}

type TerminalMessage = Pick<Outgoing['shown'], 'id' | 'title' | 'text'>

/** A message as an escape sequence. Its text is safe: no character can end the sequence. */
export const terminalBytes = (
  { shown: { id, title, text } }: { shown: TerminalMessage },
  form: TerminalForm,
  isTmux: boolean,
): string => {
  const [head, body] = [title, text].map((part) => part.replaceAll('\n', ' '))
  const sequence = {
    // OSC 9 followed by a digit and a semicolon is a different command, so the text starts with a word and has no
    // semicolons.
    9: `${ESC}]9;${`Quarterdeck: ${head}: ${body}`.replaceAll(';', ',')}${ST}`,
    // Two parts with the same id, in Base64.
    99: [
      `${ESC}]99;i=${idOf(id)}:d=0:e=1:p=title;${base64(head)}${ST}`,
      `${ESC}]99;i=${idOf(id)}:d=1:e=1:p=body;${base64(body)}${ST}`,
    ].join(''),
    777: `${ESC}]777;notify;${head?.replaceAll(';', ',')};${body?.replaceAll(';', ',')}${ST}`,
  }[form]
  return isTmux ? throughTmux(sequence) : sequence
}

/** A message as the notification sequence of the terminal that the environment describes. */
export const notificationBytes = (shown: TerminalMessage, env: Env): string =>
  terminalBytes({ shown }, terminalForm(env), isTmux(env))

const idOf = (id: string): string => id.replace(/[^\w-]/g, '') || 'quarterdeck'
const base64 = (text = ''): string => Buffer.from(text).toString('base64')

/** tmux passes through the content of its own sequence, with each escape doubled. */
const throughTmux = (sequence: string): string => `${ESC}Ptmux;${sequence.replaceAll(ESC, ESC + ESC)}${ST}`

const isTmux = ({ TMUX }: Env): boolean => Boolean(TMUX)

const formOf = ({ settings, env }: Destination<'terminal'>): TerminalForm => settings.form ?? terminalForm(env)

/** Writes to the agent's terminal, or to the configured device. */
const writeTo = (
  device: string | undefined,
  bytes: string,
  { openTerminal, onSend }: Pick<SendTools, 'openTerminal' | 'onSend'>,
): SendOutcome => {
  if (device === undefined) return { is: 'failed', why: "the agent's terminal is unknown; set device", canRetry: false }
  onSend()
  const problem = openTerminal(device, bytes)
  return problem === undefined
    ? { is: 'sent', why: `${device} accepted it` }
    : { is: 'failed', why: `${device} ${problem}`, canRetry: false }
}

export const terminal: Channel<'terminal'> = {
  place: (destination) => `${destination.settings.device ?? "the agent's terminal"} (OSC ${formOf(destination)})`,
  problem: () => undefined,
  preview: (message, destination) =>
    JSON.stringify(terminalBytes(message, formOf(destination), isTmux(destination.env))).slice(1, -1),
  send: async (message, destination, tools) =>
    writeTo(
      destination.settings.device ?? message.raw.terminal,
      terminalBytes(message, formOf(destination), isTmux(destination.env)),
      tools,
    ),
}

/** Rings the terminal's bell, for the sound channel. */
export const ringBell = (device: string | undefined, tools: SendTools): SendOutcome => writeTo(device, BEL, tools)
