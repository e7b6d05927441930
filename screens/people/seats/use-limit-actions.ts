import type { Seats } from '../../../src/cache/load/load-seats.ts'
import type { ExtensionName } from '../../../src/contract/extensions.ts'
import { limitText } from '../../../src/domain/seats/limits.ts'
import { seatName } from '../../../src/domain/seats/seat-rows.ts'
import type { SeatRow } from '../../../src/domain/seats/seats.ts'
import { counted } from '../../../src/domain/text/format.ts'
import type { RowAction } from '../../kit/dialogs/actions-dialog.tsx'
import { useActionsMenu, useCanWrite } from '../../kit/dialogs/use-actions-menu.ts'
import { useOpenDialog } from '../../kit/dialogs/use-change.ts'

type LimitActions = {
  /** The marked rows, or the selected one. With pseudonyms, their names are hidden. */
  rows: () => readonly SeatRow[]
  seats: Seats | undefined
  /** Whether names are hidden. The request needs the addresses, so limits of users can't be changed then. */
  isPrivate: boolean
  clearMarks: () => void
}

/** Opens the menu of actions that change limits. */
export const useLimitActions = ({ rows, seats, isPrivate, clearMarks }: LimitActions) => {
  const openDialog = useOpenDialog()
  const canWrite = useCanWrite()
  const actionsOf = (offered: readonly ExtensionName[]): RowAction[] => {
    const chosen = rows().filter(({ email }) => email !== undefined)
    const actions: (RowAction | false)[] = [
      canWrite &&
        !isPrivate &&
        chosen.length > 0 &&
        offered.includes('setUserLimits') && {
          key: 'l',
          label: 'change the limit',
          detail: chosen.length === 1 && chosen[0] ? seatName(chosen[0]) : `of ${counted(chosen.length, 'user')}`,
          run: () => openDialog(loadLimitDialog, { rows: chosen, global: seats?.globalLimit, onChanged: clearMarks }),
        },
      canWrite &&
        offered.includes('setGlobalLimit') && {
          key: 'g',
          label: 'change the global limit',
          detail: limitText(seats?.globalLimit),
          run: () => openDialog(loadGlobalDialog, { before: seats?.globalLimit }),
        },
    ]
    return actions.filter((one) => one !== false)
  }
  return useActionsMenu(() => ({
    title: 'Limits',
    actionsOf,
    otherwise: 'This server does not change limits.',
  }))
}

const loadLimitDialog = async () => (await import('./limit-dialogs.tsx')).LimitDialog
const loadGlobalDialog = async () => (await import('./limit-dialogs.tsx')).GlobalLimitDialog
