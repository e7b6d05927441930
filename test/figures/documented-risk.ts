import type { Raw } from './server.ts'

/** What a change of a member does by facts.md, "What members mean"; undefined where no document says. */
export type DocumentedVerdict = 'widened' | 'narrowed' | 'neutral'

const LEVELS = ['off', 'low', 'medium', 'high']
const MODES = ['normal', 'auto-low', 'auto-medium', 'auto-high']
const SANDBOX = ['off', 'per-command', 'whole-process']

/** The lists of commands: whether an entry more lets more happen. */
const COMMANDS = { commandAllowlist: true, commandDenylist: false, commandBlocklist: false } as const

/** The verdict of each documented member that differs, by its path. */
export const documentedVerdicts = (before: Raw, after: Raw): Map<string, DocumentedVerdict> => {
  const found = new Map<string, DocumentedVerdict>()
  const put = (path: string, old: unknown, now: unknown, verdict: () => DocumentedVerdict | undefined) => {
    if (JSON.stringify(old) === JSON.stringify(now)) return
    const told = verdict()
    if (told !== undefined) found.set(path, told)
  }
  for (const [name, isFreeing] of Object.entries(COMMANDS))
    put(name, before[name], after[name], () => ofEntries(before[name] ?? [], after[name] ?? [], isFreeing, covers))
  put('maxAutonomyLevel', before.maxAutonomyLevel, after.maxAutonomyLevel, () =>
    // It caps; absent means high.
    ofOrder(LEVELS, before.maxAutonomyLevel ?? 'high', after.maxAutonomyLevel ?? 'high', 'higher widens'),
  )
  put('sandbox.mode', before.sandbox?.mode, after.sandbox?.mode, () =>
    ofOrder(SANDBOX, before.sandbox?.mode, after.sandbox?.mode, 'higher narrows'),
  )
  for (const member of ['builtInToolAutonomyOverrides', 'mcpAutonomyOverrides'])
    for (const name of Object.keys({ ...before[member], ...after[member] })) {
      const [old, now] = [before[member]?.[name], after[member]?.[name]]
      // The level that is required before a tool runs by itself.
      put(`${member}.${name}`, old, now, () => ofOrder(LEVELS, old, now, 'higher narrows'))
    }
  for (const { urlPattern, defaultLevel: old } of before.mcpAutonomyUrlOverrides ?? []) {
    const now = after.mcpAutonomyUrlOverrides?.find((one: Raw) => one.urlPattern === urlPattern)?.defaultLevel
    const path = `mcpAutonomyUrlOverrides[urlPattern=${JSON.stringify(urlPattern)}].defaultLevel`
    put(path, old, now, () => ofOrder(LEVELS, old, now, 'higher narrows'))
  }
  const [oldPolicy, newPolicy] = [before.mcpPolicy ?? {}, after.mcpPolicy ?? {}]
  if (oldPolicy.enabled === newPolicy.enabled && oldPolicy.enabled !== undefined)
    put('mcpPolicy.allowlist', oldPolicy.allowlist, newPolicy.allowlist, () =>
      newPolicy.enabled ? ofEntries(oldPolicy.allowlist ?? [], newPolicy.allowlist ?? [], true, Object.is) : 'neutral',
    )
  const [oldMode, newMode] = [modeOf(before), modeOf(after)]
  if (oldMode !== undefined && newMode !== undefined)
    put('sessionDefaultSettings.autonomy', before.sessionDefaultSettings, after.sessionDefaultSettings, () =>
      oldMode === newMode ? 'neutral' : ofOrder(MODES, oldMode, newMode, 'higher widens'),
    )
  return found
}

/** `autonomyLevel: medium` was renamed `autonomyMode: auto-medium`. */
const modeOf = ({ sessionDefaultSettings: own }: Raw): string | undefined => {
  if (own?.autonomyMode !== undefined) return own.autonomyMode
  if (own?.autonomyLevel === undefined) return undefined
  return own.autonomyLevel === 'off' ? 'normal' : `auto-${own.autonomyLevel}`
}

const ofOrder = (
  order: readonly string[],
  old: string,
  now: string,
  how: 'higher widens' | 'higher narrows',
): DocumentedVerdict | undefined => {
  const [from, to] = [order.indexOf(old), order.indexOf(now)]
  if (from < 0 || to < 0) return undefined
  if (from === to) return 'neutral'
  return to > from === (how === 'higher widens') ? 'widened' : 'narrowed'
}

/** What gains an entry that none covered before counts before what loses one. */
const ofEntries = (
  old: readonly string[],
  now: readonly string[],
  isFreeing: boolean,
  isCovered: (pattern: string, entry: string) => boolean,
): DocumentedVerdict => {
  const gains = now.some((entry) => !old.some((pattern) => isCovered(pattern, entry)))
  const loses = old.some((entry) => !now.some((pattern) => isCovered(pattern, entry)))
  if (isFreeing ? gains : loses) return 'widened'
  return (isFreeing ? loses : gains) ? 'narrowed' : 'neutral'
}

/** `*` stands for any rest: `docker *` covers `docker build`. */
const covers = (pattern: string, entry: string): boolean => {
  if (pattern === entry) return true
  const parts = pattern.split('*')
  let at = 0
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (entry.startsWith(part) ? 0 : -1) : entry.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return pattern.endsWith('*') || at === entry.length
}
