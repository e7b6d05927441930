import type { AttentionTarget } from '../../src/domain/overview/attention/attention-kind.ts'
import type { AttentionItem } from '../../src/domain/overview/attention/attention-kinds.ts'
import type { RepositoryRow } from '../../src/domain/readiness/repository-rows.ts'
import { dayLabel } from '../../src/domain/text/format.ts'
import { useKeys } from '../../src/ui/keys/use-keys.ts'
import { useExports } from '../kit/export/exports.ts'
import { listHandlers, NO_ROW, nextIn } from '../kit/list/use-list.ts'
import { changesLabel, foldLabel, personLabel } from '../kit/screen/enter-hint.ts'
import type { ScreenName } from '../kit/screen/names.ts'
import type { ScreenProps } from '../kit/screen/screen.ts'
import type { Target } from '../kit/screen/target.ts'
import { type PersonName, usePersonName, usePrivateSalt } from '../kit/session/person-name.ts'
import { useLastRow } from '../kit/session/use-last-row.ts'
import { checkNotice, placeOf } from './attention-pane.ts'
import { PANES } from './layout.ts'
import { overviewExports } from './overview-exports.ts'
import { overviewKeys } from './overview-keys.ts'
import type { OverviewData } from './use-overview-data.ts'
import type { OverviewPanes } from './use-overview-panes.ts'

export const useOverviewKeys = (data: OverviewData, panes: OverviewPanes, open: ScreenProps['open']): void => {
  const salt = usePrivateSalt()
  const nameOf = usePersonName()
  const { showNotice } = useLastRow()
  const { overview, attention, repositories, briefs } = data
  const { pane, setPane, lists, entries } = panes
  const { list, height, length } = lists[pane]
  const selectedRow = () => (pane === 'attention' ? entries[list.selected]?.row : undefined)
  const showPane = (step: 1 | -1) => () => setPane(nextIn(PANES, pane, step))
  const onChosen = (act: (item: AttentionItem) => void) => () => {
    const row = selectedRow()
    if (!row) return NO_ROW
    return row.item ? act(row.item) : checkNotice(row, attention.running)
  }
  useKeys(overviewKeys, {
    ...listHandlers(list, height, length),
    ...useExports(() => {
      const shown = { ...overview, revisions: overview.revisions && briefs }
      return overviewExports({ overview: shown, attention: attention.open, repositories, salt })
    }),
    nextPane: showPane(1),
    previousPane: showPane(-1),
    open: () => selectedAction(data, panes, nameOf).run(open),
    why: onChosen(panes.toggleExplanation),
    mute: onChosen((item) => showNotice(attention.toggleMute(item))),
    muted: () => {
      if (attention.muted === 0 && !attention.isShown) return 'Nothing is muted. Press u to mute the selected item.'
      attention.toggleMutedRows()
      // The muted rows come after all others, possibly outside the window.
      return showNotice(attention.isShown ? 'Muted items are hidden again.' : 'Muted items are at the end of the list.')
    },
  })
}

/**
 * What Enter does on the selected row of the focused pane, and the word for its hint, which is untrusted text; undefined
 * if there is nothing to open.
 */
export const selectedAction = (
  { attention, repositories, briefs }: OverviewData,
  panes: OverviewPanes,
  nameOf: PersonName,
): { word: string | undefined; run: (open: ScreenProps['open']) => unknown } => {
  const { selected } = panes.lists[panes.pane].list
  const to = (word: string, screen: ScreenName, target?: Target) => ({
    word,
    run: (open: ScreenProps['open']): void => open(screen, target),
  })
  if (panes.pane === 'readiness') {
    const { name = 'Readiness', repoUrl } = repositories[selected] ?? {}
    return to(name, 'readiness', repositoryTarget(repoUrl))
  }
  if (panes.pane === 'controls') {
    const revision = briefs[selected]?.revision
    return to(revisionWord(revision), 'controls', revisionTarget(revision))
  }
  const { row, person } = panes.entries[selected] ?? {}
  if (!row) return to('Usage', 'usage')
  if (!row.item) return { word: undefined, run: () => checkNotice(row, attention.running) }
  const { item } = row
  if (person) {
    const { id, email, lastDay } = person
    return to(personLabel(nameOf(id, email)), 'people', { person: id, day: lastDay })
  }
  if (item.kind === 'stopped' && item.people.length > 1)
    return { word: foldLabel(panes.isOpen), run: () => panes.toggleStopped() }
  return to(itemWord(item, repositories, nameOf), item.target.screen, targetOf(item.target))
}

const itemWord = (item: AttentionItem, repositories: readonly RepositoryRow[], nameOf: PersonName): string => {
  if (item.kind === 'anomaly') return dayLabel(item.anomaly.day).slice(0, 6)
  if (item.kind === 'risk') return revisionWord(item.revision)
  if (item.kind === 'fell') return repositories.find(({ repoUrl }) => repoUrl === item.repoUrl)?.name ?? item.repoUrl
  if (item.kind === 'keys') return item.key.name
  if (item.kind === 'tools') return dayLabel(item.day).slice(0, 6)
  if (item.kind === 'provisioning') return item.computer.name ?? placeOf(item)
  const [first] = item.kind === 'stopped' ? item.people : []
  return first ? personLabel(nameOf(first.id, first.email)) : placeOf(item)
}

const revisionWord = (revision: number | undefined): string =>
  revision === undefined ? 'Controls' : changesLabel(revision, true)

/** The target for the item's screen: the thing itself, never the list that contains it. */
const targetOf = (target: AttentionTarget): Target | undefined => {
  if (target.screen === 'readiness')
    return {
      ...repositoryTarget(target.repoUrl),
      view: 'compare',
      ...(target.criterion !== undefined && { criterion: target.criterion }),
    }
  if (target.screen === 'keys') return target.id === undefined ? undefined : { key: target.id }
  if (target.screen === 'computers') return target.id === undefined ? undefined : { row: target.id }
  if (target.screen === 'wiki') return { row: target.run }
  if (target.screen === 'hooks') return { row: target.channel }
  if (target.screen === 'controls') return revisionTarget(target.revision, target.path)
  const { screen: _, ...at } = target
  return Object.keys(at).length === 0 ? undefined : at
}

const revisionTarget = (revision: number | undefined, path?: string): Target | undefined =>
  revision === undefined ? undefined : { revision, ...(path !== undefined && { path }) }

const repositoryTarget = (repository: string | undefined): Target | undefined =>
  repository === undefined ? undefined : { repository }
