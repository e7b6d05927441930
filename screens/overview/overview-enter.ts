import { dayLabel } from '../../src/domain/text/format.ts'
import { changesWord, foldWord, personWord } from '../kit/screen/enter-hint.ts'
import type { PersonName } from '../kit/session/person-name.ts'
import { type AttentionEntry, places } from './attention-pane.ts'
import type { OverviewData } from './use-overview-data.ts'
import type { OverviewPanes } from './use-overview-panes.ts'

/** What Enter opens from the selected row of the list that has the keys. Untrusted text. */
export const overviewEnter = (
  { repositories, briefs }: OverviewData,
  { pane, lists, entries, isOpen, isUnsettled }: OverviewPanes,
  nameOf: PersonName,
): string | undefined => {
  if (isUnsettled()) return undefined
  const { selected } = lists[pane].list
  if (pane === 'readiness') return repositories[selected]?.name ?? 'Readiness'
  if (pane === 'controls') return revisionWord(briefs[selected]?.revision)
  const entry = entries[selected]
  if (!entry) return 'Usage'
  return entry.person
    ? personWord(nameOf(entry.person.id, entry.person.email))
    : itemWord(entry, repositories, nameOf, isOpen)
}

const itemWord = (
  { item }: AttentionEntry,
  repositories: OverviewData['repositories'],
  nameOf: PersonName,
  isOpen: boolean,
): string => {
  if (item.kind === 'anomaly') return dayLabel(item.anomaly.day).slice(0, 6)
  if (item.kind === 'risk') return revisionWord(item.revision)
  if (item.kind === 'fell') return repositories.find(({ repoUrl }) => repoUrl === item.repoUrl)?.name ?? item.repoUrl
  if (item.kind === 'keys') return item.key.name
  if (item.kind === 'tools') return dayLabel(item.day).slice(0, 6)
  if (item.kind === 'provisioning') return item.computer.name ?? places.computers
  if (item.kind !== 'stopped') return places[item.target.screen]
  const [first, ...others] = item.people
  return first && others.length === 0 ? personWord(nameOf(first.id, first.email)) : foldWord(isOpen)
}

const revisionWord = (revision: number | undefined): string =>
  revision === undefined ? 'Controls' : changesWord(revision, true)
