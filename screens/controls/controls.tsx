import { useContext } from 'react'
import type { Binding } from '../../src/ui/bindings.ts'
import type { Screen, ScreenProps } from '../screen.ts'
import { type Kept, KeptContext, useKept } from '../session.ts'
import { diffKeys } from './diff-keys.ts'
import { DiffView, type Marks } from './diff-view.tsx'
import { historyKeys } from './history-keys.ts'
import { HistoryView } from './history-view.tsx'
import { settingsKeys } from './settings-keys.ts'
import { SettingsView } from './settings-view.tsx'
import { useRevisions } from './use-revisions.ts'

const Controls = ({ width, height, target }: ScreenProps) => {
  const loaded = useRevisions()
  const { revisions } = loaded
  const kept = useContext(KeptContext)
  const [marks, setMarks] = useKept<Marks | undefined>('marks', undefined)
  const [opened, setOpened] = useKept<number | undefined>('opened', undefined)
  const placeOf = (revision: number | undefined): number =>
    revision === undefined ? -1 : revisions.findIndex((one) => one.revision === revision)
  const shared = { width, height, loaded }

  const whole = revisions[placeOf(opened)]
  if (whole) return <SettingsView {...shared} revision={whole} leave={() => setOpened(undefined)} />
  const [a, b] = [placeOf(marks?.a), placeOf(marks?.b)]
  if (a >= 0 && b >= 0) {
    return (
      <KeptContext value={insideOf(kept)}>
        <DiffView
          {...shared}
          a={a}
          b={b}
          setMarks={setMarks}
          showSettings={setOpened}
          leave={() => setMarks(undefined)}
        />
      </KeptContext>
    )
  }
  const showChanges = (revision: number) => {
    const before = revisions[placeOf(revision) + 1]?.revision
    // Of the oldest one nobody knows what it changed.
    if (before === undefined) setOpened(revision)
    else setMarks({ a: before, b: revision })
  }
  return <HistoryView {...shared} target={target} showChanges={showChanges} />
}

/** What the view inside keeps for itself, its filter and row, beside those of the list. */
const insideOf = (kept: Kept): Kept => {
  const known = kept.get('inside')
  if (known instanceof Map) return known
  const made: Kept = new Map()
  kept.set('inside', made)
  return made
}

// In help and in the README each key of the screen stands once; the hints are those of what is shown.
const known = new Set<string>(historyKeys.map(({ action }) => action))
const inside = [...diffKeys, ...settingsKeys]
  .filter(({ action, keys }, index, all) => {
    const isFirst = all.findIndex((one) => one.action === action) === index
    return isFirst && !known.has(action) && !historyKeys.some((one) => one.keys.some((key) => key === keys[0]))
  })
  .map(({ keys, action, help, group }): Binding => ({ keys, action, help, group }))

export const controls: Screen = {
  title: 'Controls',
  key: '5',
  letter: 'c',
  summary: 'who changed which control, when, and what that widened',
  notes: [
    'Each revision is compared with the one before it. Older ones are asked for as the list nears its end.',
    'Inside, what differs between any two: ( and ) move A, < and > move B. Lists of words are compared as sets, another order is told apart; items of other lists are matched by id, name, model, urlPattern and repo, else by what they have in common.',
    'Secrets in settings are masked before anything else is done with them, on screen, in copies and on disk; that one changed is still told.',
    'Widened is what lets agents or people do more than before: longer lists of what is allowed, shorter ones of what is denied, a protection switched off, a freedom switched on, more autonomy.',
    'A filter finds numbers, dates, people, members, values and the word widened; all its words have to be there.',
  ],
  keys: [...historyKeys, ...inside],
  Component: Controls,
}
