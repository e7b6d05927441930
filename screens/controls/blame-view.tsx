import { useMemo } from 'react'
import { safeText } from '../../src/domain/safe-text.ts'
import { blamePath } from '../../src/domain/settings-diff/blame.ts'
import { type Path, pathText } from '../../src/domain/settings-diff/setting-path.ts'
import { cutStyled, filled, padStyled } from '../../src/ui/columns.ts'
import { Body } from '../../src/ui/rows.tsx'
import { useKeys } from '../../src/ui/use-keys.ts'
import { rule } from '../frame.ts'
import { listHandlers, useList } from '../list.ts'
import type { ScreenProps } from '../screen.ts'
import { useReport, useSession } from '../session.ts'
import { blameKeys } from './blame-keys.ts'
import type { LoadedRevisions } from './use-revisions.ts'

export type BlameViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedRevisions
  /** Where in the settings. */
  path: Path
  /** Shows what a revision changed; takes its number. */
  showChanges: (revision: number) => void
  /** Back to where it was opened. */
  leave: () => void
}

/** Every revision that changed what is at a path of the settings, newest first. */
export const BlameView = ({ width, height, loaded, path, showChanges, leave }: BlameViewProps) => {
  const { theme } = useSession()
  const { revisions, hasMore, pane } = loaded
  const { entries } = useMemo(() => blamePath(revisions, path, { isEnd: !hasMore }), [revisions, path, hasMore])
  const ids = useMemo(() => entries.map(({ revision }, at) => String(revision ?? `#${at}`)), [entries])
  const listHeight = Math.max(0, height - 2)
  const list = useList('blame', ids, listHeight)
  useKeys(blameKeys, {
    ...listHandlers(list, listHeight, entries.length),
    changes: () => {
      const revision = entries[list.selected]?.revision
      if (revision !== undefined) showChanges(revision)
    },
    leave,
  })
  useReport('controls', { crumbs: ['blame'], command: 'controls blame', fieldKeys: blameKeys, panes: [pane] })
  const rows = entries.slice(list.top, list.top + listHeight).map(({ revision, who, kind }, y) => {
    const text = `${revision ?? '?'}  ${safeText(who ?? '?')}  ${kind}`
    if (list.top + y !== list.selected) return ` ${text}`
    return theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${text}`, width))
  })
  const lines = [` ${theme.strong(safeText(pathText(path)))}`, rule(width, theme), ...filled(rows, listHeight)]
  return <Body lines={lines.map((line) => cutStyled(line, width))} height={height} />
}
