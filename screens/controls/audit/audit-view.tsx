import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { AUDIT_COLUMNS, auditOutput, auditTable } from '../../../src/domain/audit/audit-list.ts'
import {
  type AuditRow,
  eventText,
  keyOf,
  limitedUserOf,
  payloadOf,
  revisionOf,
  sourceOf,
  targetOf,
} from '../../../src/domain/audit/audit-row.ts'
import { fullNumber, moment, NONE, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { cutStyled, joinFitting, justify } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import { factLines } from '../../kit/detail/fact-lines.ts'
import { listExports } from '../../kit/export/exports.ts'
import { type ListTabs, useTabKeys, withTabs } from '../../kit/list/list-tabs.ts'
import { useListScreen } from '../../kit/list/use-list-screen.tsx'
import { NOT_KNOWN } from '../../kit/query/states.ts'
import { useEachMinute } from '../../kit/query/ticks.ts'
import type { ScreenName } from '../../kit/screen/names.ts'
import type { ScreenProps } from '../../kit/screen/screen.ts'
import { useScreenState } from '../../kit/screen/screen-state.ts'
import type { Target } from '../../kit/screen/target.ts'
import { useSession } from '../../kit/session/session.ts'
import { prettyJson } from '../../kit/tree/value-text.ts'
import { auditKeys } from '../shared/controls-keys.ts'
import { auditState, type ControlsViewName } from '../shared/controls-state.ts'
import { actorText, auditCells, auditColumns } from './audit-columns.ts'
import { useAuditEvents } from './use-audit-events.ts'

type AuditViewProps = Pick<ScreenProps, 'width' | 'height' | 'open' | 'target'> & {
  tabs: ListTabs<ControlsViewName>
  /** Whether People lists users with a seat. */
  hasSeats: boolean
}

/** With a filter, or until the event of a link is found, older events load automatically up to this number. */
const MAX_FILTERED = 1_000

/** The audit log: who changed what, and from where. */
export const AuditView = ({ width, height, open, target, tabs, hasSeats }: AuditViewProps) => {
  const { theme } = useSession()
  const loaded = useAuditEvents()
  const { state, events, hasMore, more } = loaded
  const [filter] = useScreenState(auditState.filter)
  const targetId =
    target?.revision === undefined ? undefined : events.find(({ event }) => revisionOf(event) === target.revision)?.id
  const screen = useListScreen({
    name: 'controls',
    place: target?.revision === undefined ? undefined : `event of ${target.revision}`,
    keys: auditState,
    width,
    height,
    state,
    entries: events,
    idOf: ({ id }: AuditRow) => id,
    target: targetId,
    table: useEachMinute(auditTable),
    columns: useMemo(auditColumns, []),
    detailOf,
    head: () => withTabs(tabs, (room) => headText(loaded, room, theme), width, theme),
    empty: (filter) => emptyText(loaded, filter),
    enter: (row) => changedPlace(row, hasSeats)?.word ?? 'detail',
    copies,
    exports: (rows) => listExports('audit-log', { rows: rows.map(auditOutput), columns: AUDIT_COLUMNS }),
    command: { list: 'audit list' },
    ownKeys: auditKeys,
    hinted: auditKeys,
  })
  const { list } = screen
  const isNearEnd = useSyncExternalStore(list.subscribe, () => list.top + 2 * height >= screen.rows.length)
  const isTargetMissing = target?.revision !== undefined && targetId === undefined
  const isSearching = filter !== '' || isTargetMissing
  const wantsMore = hasMore && (isNearEnd || isTargetMissing) && (!isSearching || events.length < MAX_FILTERED)
  useEffect(() => {
    if (wantsMore) more()
  })
  const { detail, ...handlers } = screen.handlers
  useKeys(auditKeys, {
    ...handlers,
    ...useTabKeys(tabs, screen.head[0] ?? ''),
    openChanged: () => {
      const selected = screen.getSelected()
      const place = selected && changedPlace(loaded.rawOf(selected), hasSeats)
      return place ? open(place.screen, place.target) : detail()
    },
  })
  return screen.body
}

/** The place that shows what an event changed, and the word for it. */
const changedPlace = (
  { event }: AuditRow,
  hasSeats: boolean,
): { word: string; screen: ScreenName; target: Target } | undefined => {
  const [revision, key, user] = [revisionOf(event), keyOf(event), limitedUserOf(event)]
  if (revision !== undefined) return { word: 'changes', screen: 'controls', target: { revision } }
  if (key !== undefined) return { word: 'key', screen: 'keys', target: { key } }
  if (user === undefined || !hasSeats) return undefined
  return { word: 'seat', screen: 'people', target: { view: 'seats', row: user } }
}

const copies = {
  row: auditCells,
  json: ({ event }: AuditRow) => ({ ...event, payload: payloadOf(event) }),
  jsonLabel: 'the event as JSON.',
}

type Loaded = ReturnType<typeof useAuditEvents>

const headText = ({ state, events, hasMore, isLoadingMore }: Loaded, width: number, theme: Theme): string => {
  if (events.length === 0) {
    const words = { loading: 'loading events', failed: `audit log ${NOT_KNOWN}`, ready: 'no events' }
    return ` ${theme.muted(words[state.is])}`
  }
  const newest = events[0]?.at
  const parts = [
    `${theme.strong(fullNumber(events.length))} ${events.length === 1 ? 'event' : 'events'}`,
    ...(newest === undefined ? [] : [`${theme.muted('newest')} ${moment(newest)}`]),
  ]
  const right = isLoadingMore ? 'loading older events ' : hasMore ? 'older events on the server ' : ''
  return justify(` ${joinFitting(parts, width - 2, '   ')}`, theme.muted(right && `  ${right}`), width)
}

const emptyText = ({ state, events }: Loaded, filter: string): string => {
  if (state.is === 'failed') return ''
  if (events.length > 0) return `No loaded event matches ${safeText(filter.trim())}. Press Esc to show all.`
  return state.is === 'loading' ? 'loading events' : 'The audit log is empty.'
}

/** Lines of a payload in the detail. */
const MAX_PAYLOAD_LINES = 200

const detailOf = (row: AuditRow, width: number, theme: Theme): string[] => {
  const { event, at } = row
  const payload = payloadOf(event)
  const revision = revisionOf(event)
  return [
    theme.strong(safeText(eventText(event) ?? UNKNOWN)),
    ...factLines(
      [
        ['time', at === undefined ? safeText(event.createdAt ?? UNKNOWN) : moment(at)],
        ['who', actorText(row)],
        ['from', safeText(sourceOf(event) ?? NONE)],
        ['target', safeText(targetOf(event) ?? NONE)],
        ['revision', revision === undefined ? undefined : fullNumber(revision)],
      ],
      width,
      theme,
    ),
    ...(payload === undefined
      ? []
      : ['', ...prettyJson(payload, MAX_PAYLOAD_LINES).lines.map((line) => cutStyled(line, width))]),
  ]
}
