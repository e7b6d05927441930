import { join } from 'node:path'
import type { HookEventName } from '../../contract/hooks.ts'

/** Events that are forwarded. The others would count the same activity twice. */
export const FORWARDED_EVENTS: readonly HookEventName[] = [
  'PostToolUse',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
  'SessionStart',
  'SessionEnd',
]

/** Maximum number of events in the spool. */
export const MAX_EVENTS = 10_000

/** Prefix of the reason in entries of the log about forwarding. */
export const NOT_FORWARDED = 'not forwarded: '

/** The paths of the spool of forwarded events. @param notifierFolder - The notifier's folder. */
export const forwardFolders = (notifierFolder: string) => {
  const folder = join(notifierFolder, 'forward')
  return {
    folder,
    /** Inputs of hooks as the agent wrote them, for as long as a sender needs to parse them. */
    incoming: join(folder, 'in'),
    /** Events to send, without prompts and tool input. */
    outgoing: join(folder, 'out'),
    /** Exists while a sender runs; hooks then start no other one, unless it is older than a minute. */
    busyFolder: join(folder, 'busy'),
    lockFile: join(folder, 'sender.lock'),
    logFile: join(notifierFolder, 'log.ndjson'),
  }
}
export type ForwardFolders = ReturnType<typeof forwardFolders>

/**
 * The hook's command: a line of POSIX sh, because starting Node takes longer than an agent should wait. It stores
 * standard input in a file of the spool and starts a sender if none runs.
 *
 * @param profile - Name of the profile with the server. It has no characters that a shell treats specially.
 */
export const forwardLine = ({ folder }: Pick<ForwardFolders, 'folder'>, profile: string): string => {
  const quoted = `'${folder.replaceAll("'", `'\\''`)}'`
  return [
    `{ umask 077; set -C; d=${quoted}; [ -d "$d/in" ] || mkdir -p "$d/in"; set -- "$d"/in/*; n=$$`,
    `while [ -e "$d/in/.$n" ] || [ -e "$d/in/$n.json" ]; do n=$n-; done`,
    `[ $# -lt ${MAX_EVENTS} ] && cat >"$d/in/.$n" && mv "$d/in/.$n" "$d/in/$n.json"`,
    // The age of the folder is checked for one in eight processes, because find is a process more.
    `if { [ ! -d "$d/busy" ] && mkdir "$d/busy"; } || { [ $(($$ % 8)) = 0 ] && [ -n "$(find "$d/busy" -prune -mmin +1)" ]; }`,
    `then touch "$d/busy"; nohup qd hooks forward --background --profile ${profile} </dev/null & fi; } >/dev/null 2>&1; exit 0`,
  ].join('; ')
}
