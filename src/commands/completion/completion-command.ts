import { AppError } from '../../base/errors.ts'
import { type Command, type CommandInput, command } from '../kit/command.ts'
import type { OptionRow } from '../kit/option-row.ts'
import type { CompletionTable } from './completion-table.ts'
import { SHELLS, type Shell, shellScripts } from './shell-scripts.ts'

const optionRows = [
  { flags: '--table', help: 'print what can be typed as JSON, for the build', isHidden: true },
] as const satisfies readonly OptionRow[]

const isShell = (word: string | undefined): word is Shell => SHELLS.some((shell) => shell === word)

const parseCompletion = ({ args, options }: CommandInput<typeof optionRows>): Shell | 'table' => {
  if (options.table) return 'table'
  const [shell] = args
  if (isShell(shell)) return shell
  throw new AppError('usage', `qd completion needs the name of a shell: ${SHELLS.join(', ')}.`)
}

/** @param table - All that can be typed, this command too. */
export const completionCommand = (table: () => Promise<CompletionTable>): Command =>
  command({
    name: 'completion',
    summary: 'What bash, zsh or fish reads to complete command lines of qd',
    description: `Commands, options and their choices are completed, and names that this machine knows: profiles, revisions, \
settings, repositories, wiki runs. They are looked up in the cache on disk; nothing is sent.

bash: add to ~/.bashrc  eval "$(qd completion bash)"
zsh: add to ~/.zshrc, below compinit  eval "$(qd completion zsh)"
fish: qd completion fish > ~/.config/fish/completions/qd.fish`,
    arguments: [{ name: 'shell', help: 'which one', choices: SHELLS, isOptional: true }],
    options: optionRows,
    formats: ['table'],
    pipeFormat: 'table',
    examples: ['completion bash'],
    parse: parseCompletion,
    run: async (what, { out }): Promise<undefined> => {
      out(what === 'table' ? JSON.stringify(await table()) : shellScripts[what])
    },
  })
