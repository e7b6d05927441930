import type { Raw } from './server.ts'

/** The effect of a change by src/contract/README.md, "Enterprise controls". */
export type DocumentedVerdict = 'loosened' | 'tightened' | 'neutral'

/** A member that was loosened in part and tightened in part has both. */
type Verdicts = readonly DocumentedVerdict[]
const verdictsOf = (loosens: boolean, tightens: boolean): Verdicts => [
  ...(loosens ? (['loosened'] as const) : []),
  ...(tightens ? (['tightened'] as const) : []),
]

const LEVELS = ['off', 'low', 'medium', 'high']
const MODES = ['normal', 'auto-low', 'auto-medium', 'auto-high']
const SANDBOX = ['off', 'per-command', 'whole-process']
const COMMAND_LISTS = ['commandAllowlist', 'commandDenylist', 'commandBlocklist'] as const

/** Stores the verdict on a member by its path, if the member differs and its effect is documented. */
type Put = (path: string, old: unknown, now: unknown, verdict: () => Verdicts | undefined) => void

/** The verdicts on each documented member that differs, by its path; none if the difference has no effect. */
export const documentedVerdicts = (before: Raw, after: Raw): Map<string, Verdicts> => {
  const found = new Map<string, Verdicts>()
  const put: Put = (path, old, now, verdict) => {
    if (JSON.stringify(old) === JSON.stringify(now)) return
    const verdicts = verdict()
    if (verdicts !== undefined) found.set(path, verdicts)
  }
  for (const name of COMMAND_LISTS) put(name, before[name], after[name], () => ofCommands(name, before, after))
  putLevels(before, after, put)
  putOverrides(before, after, put)
  putSandbox(before, after, put)
  putPolicies(before, after, put)
  return found
}

const putLevels = (before: Raw, after: Raw, put: Put): void => {
  // A cap; absent means high.
  const [oldCap, newCap] = [before.maxAutonomyLevel ?? 'high', after.maxAutonomyLevel ?? 'high']
  put('maxAutonomyLevel', oldCap, newCap, () => ofOrder(LEVELS, oldCap, newCap, 'higher loosens'))
  const under = (order: readonly string[], level: string, cap: string) =>
    order[Math.min(order.indexOf(level), LEVELS.indexOf(cap))] ?? level
  const [oldMode, newMode] = [modeOf(before), modeOf(after)]
  if (oldMode !== undefined && newMode !== undefined)
    put('sessionDefaultSettings.autonomy', before.sessionDefaultSettings, after.sessionDefaultSettings, () =>
      ofOrder(MODES, under(MODES, oldMode, oldCap), under(MODES, newMode, newCap), 'higher loosens'),
    )
  const [old, now] = [before.subagentAutonomyLevel, after.subagentAutonomyLevel]
  // The inherited value depends on the session: more than off and less than high, unless all are capped to off.
  const isOff = oldCap === 'off' || newCap === 'off'
  const isExtreme = (level: string, cap: string) => !isOff && (level === 'off' || (level === 'high' && cap === 'high'))
  put('subagentAutonomyLevel', old, now, () => {
    if (old === 'inherit' && isExtreme(now, newCap)) return [now === 'high' ? 'loosened' : 'tightened']
    if (now === 'inherit' && isExtreme(old, oldCap)) return [old === 'off' ? 'loosened' : 'tightened']
    if (!LEVELS.includes(old) || !LEVELS.includes(now)) return undefined
    return ofOrder(LEVELS, under(LEVELS, old, oldCap), under(LEVELS, now, newCap), 'higher loosens')
  })
}

const putOverrides = (before: Raw, after: Raw, put: Put): void => {
  // The level required before a tool runs without approval; low for an absent tool.
  for (const name of Object.keys({ ...before.builtInToolAutonomyOverrides, ...after.builtInToolAutonomyOverrides })) {
    const [old, now] = [before, after].map((one) => one.builtInToolAutonomyOverrides?.[name])
    put(`builtInToolAutonomyOverrides.${name}`, old, now, () =>
      ofOrder(LEVELS, old ?? 'low', now ?? 'low', 'higher tightens')?.filter((one) => one !== 'neutral'),
    )
  }
  for (const name of Object.keys({ ...before.mcpAutonomyOverrides, ...after.mcpAutonomyOverrides })) {
    const [old, now] = [before.mcpAutonomyOverrides?.[name], after.mcpAutonomyOverrides?.[name]]
    put(`mcpAutonomyOverrides.${name}`, old, now, () => ofOrder(LEVELS, old, now, 'higher tightens'))
  }
  const [oldList, newList]: [Raw[], Raw[]] = [before.mcpAutonomyUrlOverrides ?? [], after.mcpAutonomyUrlOverrides ?? []]
  const moved: DocumentedVerdict[] = []
  for (const { urlPattern, defaultLevel } of oldList) {
    const own = newList.find((one) => one.urlPattern === urlPattern)
    if (!own) continue
    // The first match wins.
    const firstOf = (list: Raw[]) => list.find((one) => covers(one.urlPattern, urlPattern))
    const [old, now] = [firstOf(oldList), firstOf(newList)]
    const verdicts = ofOrder(LEVELS, old?.defaultLevel, now?.defaultLevel, 'higher tightens') ?? []
    const path = `mcpAutonomyUrlOverrides[urlPattern=${JSON.stringify(urlPattern)}].defaultLevel`
    put(path, defaultLevel, own.defaultLevel, () => verdicts)
    if (own.defaultLevel === defaultLevel && old?.urlPattern !== now?.urlPattern)
      moved.push(...verdicts.filter((one) => one !== 'neutral'))
  }
  if (moved.length > 0) put('mcpAutonomyUrlOverrides', 'one order', 'another', () => [...new Set(moved)])
}

/** Whether the sandbox is on. While its switch or mode is off, its other settings have no effect. */
const isConfined = ({ sandbox }: Raw): boolean => sandbox?.enabled === true && sandbox.mode !== 'off'

const putSandbox = (before: Raw, after: Raw, put: Put): void => {
  const [was, is] = [isConfined(before), isConfined(after)]
  const [old, now] = [before.sandbox ?? {}, after.sandbox ?? {}]
  put('sandbox.enabled', old.enabled, now.enabled, () => (was === is ? ['neutral'] : [is ? 'tightened' : 'loosened']))
  if (old.enabled === now.enabled)
    put('sandbox.mode', old.mode, now.mode, () => {
      if (old.enabled !== true) return ['neutral']
      const verdicts = ofOrder(SANDBOX, old.mode ?? 'per-command', now.mode ?? 'per-command', 'higher tightens')
      return verdicts?.filter((one) => one !== 'neutral')
    })
  // If the sandbox is switched on or off, only that counts.
  if (was !== is) return
  const list = (path: string, one: string[] | undefined, other: string[] | undefined, isAllowing: boolean) =>
    put(path, one, other, () => (is ? ofEntries(one ?? [], other ?? [], isAllowing) : ['neutral']))
  list('sandbox.network.allowedDomains', old.network?.allowedDomains, now.network?.allowedDomains, true)
  list('sandbox.filesystem.denyRead', old.filesystem?.denyRead, now.filesystem?.denyRead, false)
}

/** Policies whose list counts while their switch is on; an absent list is like an empty one and allows nothing. */
const putPolicies = (before: Raw, after: Raw, put: Put): void => {
  for (const [name, toggle, member] of [
    ['mcpPolicy', 'enabled', 'allowlist'],
    ['missionPolicy', 'restrictedAccess', 'allowedUserIds'],
  ] as const) {
    const [old, now] = [before[name] ?? {}, after[name] ?? {}]
    const [was, is] = [old[toggle] === true, now[toggle] === true]
    put(`${name}.${toggle}`, was, is, () => [is ? 'tightened' : 'loosened'])
    if (was !== is) continue
    put(`${name}.${member}`, old[member], now[member], () =>
      is ? ofEntries(old[member] ?? [], now[member] ?? [], true) : ['neutral'],
    )
  }
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
  how: 'higher loosens' | 'higher tightens',
): Verdicts | undefined => {
  const [from, to] = [order.indexOf(old), order.indexOf(now)]
  if (from < 0 || to < 0) return undefined
  if (from === to) return ['neutral']
  return [to > from === (how === 'higher loosens') ? 'loosened' : 'tightened']
}

/** Entries gained and lost, ignoring those that another entry covers. */
const ofEntries = (old: readonly string[], now: readonly string[], isAllowing: boolean): Verdicts => {
  const gains = now.some((entry) => !old.some((pattern) => coversHost(pattern, entry)))
  const loses = old.some((entry) => !now.some((pattern) => coversHost(pattern, entry)))
  return isAllowing ? verdictsOf(gains, loses) : verdictsOf(loses, gains)
}

/** How strictly a command is restricted: blocked beats denied, denied beats allowed; in no list, its level decides. */
const strictness = (settings: Raw, command: string): number => {
  const isIn = (name: string) => (settings[name] ?? []).some((pattern: string) => covers(pattern, command))
  if (isIn('commandBlocklist')) return 3
  if (isIn('commandDenylist')) return 2
  return isIn('commandAllowlist') ? 0 : 1
}

/** An entry counts if the lists together change in the direction of its own list. If none does, the change has no effect. */
const ofCommands = (name: (typeof COMMAND_LISTS)[number], before: Raw, after: Raw): Verdicts => {
  const [old, now]: [string[], string[]] = [before[name] ?? [], after[name] ?? []]
  const gained = now.filter((entry) => !old.some((pattern) => covers(pattern, entry)))
  const lost = old.filter((entry) => !now.some((pattern) => covers(pattern, entry)))
  if (gained.length + lost.length === 0) return []
  const [freed, held] = name === 'commandAllowlist' ? [gained, lost] : [lost, gained]
  const loosens = freed.some((entry) => strictness(after, entry) < strictness(before, entry))
  const tightens = held.some((entry) => strictness(after, entry) > strictness(before, entry))
  return loosens || tightens ? verdictsOf(loosens, tightens) : ['neutral']
}

/** `*.a.example` covers `x.a.example`, and `*` everything. */
const coversHost = (pattern: string, entry: string): boolean =>
  pattern === entry || pattern === '*' || (pattern.startsWith('*.') && entry.endsWith(pattern.slice(1)))

/** `*` matches any text: `docker *` covers `docker build`. */
const covers = (pattern: string, entry: string): boolean => {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[^\w ]/g, '\\$&'))
  return pattern === entry || new RegExp(`^${parts.join('.*')}$`, 's').test(entry)
}
