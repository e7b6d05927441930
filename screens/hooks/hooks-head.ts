import { NO_RULES_NOTICE } from '../../src/domain/hooks/rule-row.ts'
import { safeText } from '../../src/domain/text/safe-text.ts'
import { apart, joinFitting } from '../../src/ui/layout/columns.ts'
import type { Theme } from '../../src/ui/layout/theme.ts'
import type { NotifierState } from '../kit/session/notifier.ts'
import { HOOK_VIEWS, type HookView } from './hook-entries.ts'

/** The title of each view with its number of rows, in the order of the views. */
export const viewTitles = ({ channels, log, rules }: NotifierState): string[] => {
  const counts: Record<HookView, number> = { channels: channels.length, decisions: log.length, rules: rules.length }
  return HOOK_VIEWS.map((view) => `${counts[view]} ${counts[view] === 1 ? view.slice(0, -1) : view}`)
}

/** The views with their numbers of rows, and the number of waiting messages. */
export const hooksHead = (state: NotifierState | undefined, view: HookView, width: number, theme: Theme): string => {
  if (!state) return ` ${theme.muted('HOOKS')}`
  const parts = viewTitles(state).map((title, at) => (HOOK_VIEWS[at] === view ? theme.accent(title) : title))
  if (state.waiting > 0) parts.push(theme.warn(`${state.waiting} waiting`))
  return apart(` ${joinFitting(parts, width - 2, '   ')}`, '', width)
}

/** What the rules would do with the test event. */
export const verdictLine = (
  { eventTest: { event, verdict, notice } }: NotifierState,
  width: number,
  theme: Theme,
): string => {
  const is =
    verdict.is === 'accepted'
      ? theme.good(`${theme.signs.good} would be sent`)
      : theme.muted(`${theme.signs.none} would not be sent`)
  const parts = [
    `${theme.muted('test')} ${theme.strong(event.hook_event_name)} ${is}`,
    safeText(verdict.why),
    theme.muted(safeText(notice.title)),
  ]
  return ` ${joinFitting(parts, width - 2, '   ')}`
}

/** The text for an empty list: the reason and what to do. */
export const emptyHooks = (state: NotifierState | undefined, view: HookView, filter: string): string => {
  if (!state) return 'loading the notifier'
  if (filter.trim() !== '') return `No row matches ${safeText(filter.trim())}: Esc shows all.`
  return {
    channels: 'No channels.',
    decisions: "No notifications yet. Press a to install the hooks in your agent's settings, or to copy them.",
    rules: `${NO_RULES_NOTICE} Rules are in config.json, under hooks.`,
  }[view]
}
