import { useMemo } from 'react'
import type { Path } from '../../src/domain/settings-diff/setting-path.ts'
import { cutStyled, filled } from '../../src/ui/columns.ts'
import { windowTop } from '../../src/ui/data-table.ts'
import { Body } from '../../src/ui/rows.tsx'
import { useKeys } from '../../src/ui/use-keys.ts'
import { listHandlers } from '../list.ts'
import { usePrivateSalt } from '../person-name.ts'
import type { ScreenProps } from '../screen.ts'
import { useKept, useReport, useSession } from '../session.ts'
import { settingsKeys } from './settings-keys.ts'
import { settingsJson, settingsLines } from './settings-lines.ts'
import type { LoadedRevisions, Revision } from './use-revisions.ts'

export type SettingsViewProps = Pick<ScreenProps, 'width' | 'height'> & {
  loaded: LoadedRevisions
  revision: Revision
  /** The row to begin at; the first by default. */
  at?: Path | undefined
  /** Shows who changed what is at a path. */
  showBlame?: ((path: Path) => void) | undefined
  /** Back to where it was opened. */
  leave: () => void
}

/** The whole settings of a revision, scrolled line by line. */
export const SettingsView = ({ width, height, loaded, revision, leave }: SettingsViewProps) => {
  const session = useSession()
  const { theme } = session
  const lines = useMemo(() => settingsLines(revision, width, theme), [revision, width, theme])
  const [wanted, setTop] = useKept(`top:${revision.revision}`, 0)
  const top = windowTop(wanted, wanted, height, lines.length)
  const last = Math.max(0, lines.length - height)
  const scroll = {
    selected: top,
    top,
    moveTo: (to: number) => setTop(Math.min(Math.max(0, to), last)),
    move: (by: number) => setTop(Math.min(Math.max(0, top + by), last)),
  }
  useKeys(settingsKeys, {
    ...listHandlers(scroll, height, lines.length),
    copyJson: () => {
      session.copy(settingsJson(revision))
      session.set({ notice: 'Copied the settings as JSON, without secrets.' })
    },
    leave,
  })
  const isPrivate = usePrivateSalt() !== undefined
  useReport('controls', {
    crumbs: [`revision ${revision.revision ?? '?'}`],
    command: `controls show ${revision.revision ?? 'latest'}${isPrivate ? ' --pseudonyms' : ''}`,
    fieldKeys: settingsKeys,
    panes: [loaded.pane],
  })
  const shown = lines.slice(top, top + height).map((line) => cutStyled(line, width))
  return <Body lines={filled(shown, height)} height={height} />
}
