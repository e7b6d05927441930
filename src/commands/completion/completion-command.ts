import { usageError } from '../../base/errors.ts'
import { type Command, type CommandInput, command } from '../kit/command.ts'
import type { OptionRow } from '../kit/option-row.ts'
import type { CompletionTable } from './completion-table.ts'

const optionRows = [
  { flags: '--table', help: 'print the completion table as JSON, for the build', isHidden: true },
] as const satisfies readonly OptionRow[]

const isShell = (word: string | undefined): word is Shell => SHELLS.some((shell) => shell === word)

const parseCompletion = ({ args, options }: CommandInput<typeof optionRows>): Shell | 'table' => {
  if (options.table) return 'table'
  const [shell] = args
  if (isShell(shell)) return shell
  throw usageError(`Missing shell name: qd completion takes ${SHELLS.join(', ')}.`)
}

/** @param table - The completion table, with this command in it. */
export const completionCommand = (table: () => Promise<CompletionTable>): Command =>
  command({
    name: 'completion',
    summary: 'Print a shell completion script',
    description: `Completes commands, options, choices and names from the cache on disk: profiles, revisions, settings, \
repositories, wiki runs. Sends no request.

bash, in ~/.bashrc: eval "$(qd completion bash)"
zsh, in ~/.zshrc after compinit: eval "$(qd completion zsh)"
fish, once: qd completion fish > ~/.config/fish/completions/qd.fish
PowerShell, in $PROFILE: qd completion powershell | Out-String | Invoke-Expression`,
    arguments: [{ name: 'shell', help: 'the shell', choices: SHELLS, isOptional: true }],
    options: optionRows,
    formats: ['table'],
    isLocal: true,
    examples: ['completion bash'],
    parse: parseCompletion,
    run: async (what, { out }): Promise<undefined> => {
      out(what === 'table' ? JSON.stringify(await table()) : shellScripts[what])
    },
  })

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const
type Shell = (typeof SHELLS)[number]

// The scripts call the program for each completion, so they need no update when commands or options change.
const bash = `# Completion of qd for bash: add  eval "$(qd completion bash)"  to ~/.bashrc
_qd() {
  local line="\${COMP_LINE:0:COMP_POINT}" typed candidate first
  # Readline's word starts after the last = or :.
  typed="\${line##*[[:space:]]}"
  first="\${typed%"\${typed##*[=:]}"}"
  COMPREPLY=()
  while IFS= read -r candidate; do
    case "$candidate" in
      :files) compopt -o default; return ;;
      :folders) compopt -o dirnames; return ;;
    esac
    candidate="\${candidate%%$'\\t'*}"
    # No space: the value is part of the same word.
    case "$candidate" in *'=' | *'>' | *'~') compopt -o nospace ;; esac
    printf -v candidate '%q' "\${candidate#"$first"}"
    COMPREPLY+=("$candidate")
  done < <("\${COMP_WORDS[0]}" completion --line "$line" 2>/dev/null)
}
complete -F _qd qd quarterdeck
`

const zsh = `#compdef qd quarterdeck
# Completion of qd for zsh: add  eval "$(qd completion zsh)"  to ~/.zshrc, below compinit
_qd() {
  local line
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" completion --words "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      :files) _files; return ;;
      :folders) _files -/; return ;;
      ?*) candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}\${\${(M)line:#*$'\\t'*}:+:\${line#*$'\\t'}}") ;;
    esac
  done
  _describe -V 'qd' candidates
}
if [ "$funcstack[1]" = "_qd" ]; then _qd; else compdef _qd qd quarterdeck; fi
`

const fish = `# Completion of qd for fish: qd completion fish > ~/.config/fish/completions/qd.fish
function __qd_complete
    set -l typed (commandline -ct)
    set -l words (commandline -opc)
    for line in ($words[1] completion --words $words[2..] $typed 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path $typed
            case :folders
                __fish_complete_directories $typed
            case '*'
                echo $line
        end
    end
end
complete -c qd -f -k -a '(__qd_complete)'
complete -c quarterdeck -f -k -a '(__qd_complete)'
`

// PowerShell passes an empty argument to a program only in newer versions, so the words are sent in one line. They are
// quoted as wordsOfLine reads them. A word in the list is quoted for PowerShell, where other signs are quotes too.
const powershell = `# Completion of qd for PowerShell: add  qd completion powershell | Out-String | Invoke-Expression  to $PROFILE
Register-ArgumentCompleter -Native -CommandName @('qd', 'quarterdeck') -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @(
    foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
      if ($element.Extent.EndOffset -ge $cursorPosition) { break }
      if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $element.Value } else { $element.Extent.Text }
    }
    $wordToComplete.TrimStart("'", '"')
  )
  $quoted = foreach ($word in $words) { "'" + $word.Replace("'", "'\\''") + "'" }
  $line = 'qd ' + ($quoted -join ' ')
  $program = $commandAst.GetCommandName()
  $before = [Console]::OutputEncoding
  try {
    [Console]::OutputEncoding = [System.Text.Encoding]::UTF8
    $candidates = @(& $program completion '--line' $line 2>$null)
  } finally {
    [Console]::OutputEncoding = $before
  }
  foreach ($candidate in $candidates) {
    # Without results, PowerShell completes paths.
    if ($candidate -eq ':files' -or $candidate -eq ':folders') { return }
    $word, $help = $candidate -split '\\t', 2
    if (-not $help) { $help = $word }
    $text = $word
    if ($word -notmatch '^(--?[A-Za-z][A-Za-z0-9-]*(=[A-Za-z0-9_/-]*)?|[A-Za-z0-9_][A-Za-z0-9_./:=+-]*)$') {
      $text = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word) + "'"
    }
    [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $help)
  }
}
`

/** The completion scripts. A shell evaluates one to complete command lines of this program. */
const shellScripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell }
