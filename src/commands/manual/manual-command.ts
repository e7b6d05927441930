import { addresses } from '../../base/addresses.ts'
import { globalOptionsOf } from '../kit/applicable-options.ts'
import { type Command, command } from '../kit/command.ts'
import { globalOptions } from '../kit/globals.ts'
import type { ArgumentRow, OptionRow } from '../kit/option-row.ts'
import { ENVIRONMENT, EXIT_STATUSES, SYSTEM_ENVIRONMENT } from '../kit/reference.ts'
import { longFlag } from '../kit/usage-error.ts'
import type { Keyboard } from '../kit/world.ts'

/** @param all - The commands to describe, including this one. */
export const manualCommand = (all: () => Promise<readonly Command[]>): Command =>
  command({
    name: 'man',
    summary: 'Print the manual page',
    description: 'The page uses man(7) macros and has the same content as the help of each command.',
    formats: ['table'],
    isLocal: true,
    examples: ['man | man -l -', 'man > ~/.local/share/man/man1/qd.1'],
    run: async (_options, { out, version, keyboard }): Promise<undefined> => {
      out(manPage(await all(), version, (await keyboard()).rows))
    },
  })

/**
 * The manual page of the program, section 1, in the macros of man(7).
 *
 * @param keys - The key bindings of the explorer.
 */
const manPage = (commands: readonly Command[], version: string, keys: Keyboard['rows']): string =>
  [
    `.TH QD 1 "" "quarterdeck ${plain(version)}" "User Commands"`,
    '.SH NAME',
    "qd, quarterdeck \\- explore an organisation's coding\\-agent platform",
    '.SH SYNOPSIS',
    '.B qd',
    '[\\fIoptions\\fR] [\\fIcommand\\fR]',
    '.SH DESCRIPTION',
    'Without a command, qd opens a keyboard\\-driven explorer of usage, people, readiness, controls, computers, keys, wikis and CI jobs;',
    'press ? there for the key bindings. Commands print the same data.',
    '.SH OPTIONS',
    'Global options. Each command below lists those that apply to it.',
    ...globalOptions.flatMap(optionLines),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH KEYS',
    'Key bindings of the explorer; press ? in it for those of the current screen. Spaces separate alternative keys; gu is g, then u. ^x is Ctrl-x, M-x is Alt-x, and S-Tab is Shift-Tab. Text after "when opened" applies to the view that Enter opens.',
    ...[...Map.groupBy(keys, ({ where }) => where)].flatMap(([where, rows]) => [
      `.SS ${text(where)}`,
      ...rows.flatMap((row) => tagged(`.B ${plain(row.keys)}`, row.does)),
    ]),
    '.SH ENVIRONMENT',
    ...Object.entries({ ...ENVIRONMENT, ...SYSTEM_ENVIRONMENT }).flatMap(([name, help]) =>
      tagged(`.B ${plain(name)}`, help),
    ),
    '.SH EXIT STATUS',
    ...Object.entries(EXIT_STATUSES).flatMap(([status, help]) => tagged(`.B ${status}`, help)),
    '.SH REPORTING BUGS',
    text(addresses.bugs),
    '',
  ].join('\n')

const commandLines = (command: Command): string[] => {
  const { name, summary, description, examples, ...rest } = command
  const words = (rest.arguments ?? []).map(argumentText)
  return [
    `.SS qd ${[plain(name), ...words].join(' ')}`,
    `${text(summary)}.`,
    ...(description ?? '').split('\n').flatMap((line) => (line === '' ? [] : ['.PP', guarded(text(line))])),
    ...(rest.arguments ?? []).flatMap((row) => tagged(argumentText(row), row.help)),
    ...rest.options.filter(({ isHidden }) => !isHidden).flatMap(optionLines),
    '.PP',
    `${text(`Global options: ${globalOptionsOf(command).map(globalText).join(', ') || 'none'}`)}.`,
    ...(examples.length === 0 ? [] : ['.PP', 'Examples:']),
    ...examples.flatMap((example) => ['.PP', '.RS', `.B qd ${plain(example)}`, '.RE']),
  ]
}

const globalText = ({ flags, choices }: OptionRow): string =>
  flags.startsWith('--format ') ? `--format (${choices?.join(', ')})` : longFlag(flags)

const argumentText = ({ name, isOptional = false }: ArgumentRow): string =>
  isOptional ? `[\\fI${plain(name)}\\fR]` : `\\fI${plain(name)}\\fR`

const optionLines = ({ flags, help, choices }: OptionRow): string[] => {
  const shown = plain(flags).replaceAll(/<([^<>]+)>/g, '\\fI$1\\fB')
  return tagged(`\\fB${shown}\\fR`, choices ? `${help}: ${choices.join(', ')}` : help)
}

const tagged = (tag: string, help: string): string[] => ['.TP', tag, guarded(text(help))]

const text = (words: string): string =>
  words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(
      /[^\x20-\x7e]/gu,
      (sign) => `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    )

/** Text to type: quotes and hyphens stay as a shell requires them. */
const plain = (words: string): string =>
  text(words).replaceAll("'", '\\(aq').replaceAll('`', '\\(ga').replaceAll('~', '\\(ti').replaceAll('^', '\\(ha')

/** A line that starts with a dot or a quote would be a macro. */
const guarded = (line: string): string => (/^[.']/.test(line) ? `\\&${line}` : line)
