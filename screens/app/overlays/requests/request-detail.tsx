import { useMemo } from 'react'
import { Dialog } from '../../../../src/ui/dialog/dialog.tsx'
import { useDialogPlace } from '../../../../src/ui/dialog/dialog-context.ts'
import { useKeys } from '../../../../src/ui/keys/use-keys.ts'
import { filled } from '../../../../src/ui/layout/columns.ts'
import { useLate } from '../../../../src/ui/layout/late.ts'
import { LateRows } from '../../../../src/ui/layout/rows.tsx'
import { FIRST_LINE, NO_MORE_BELOW } from '../../../kit/detail/use-detail.ts'
import { detailLines } from './asked-detail.ts'
import type { AskedRow } from './asked-row.ts'
import { useCopyCurl } from './copy-curl.ts'
import { requestKeys } from './requests-keys.ts'

/** All that is known of what was asked, over the whole body. */
export const RequestDetail = ({ row, leave }: { row: AskedRow; leave: () => void }) => {
  const { width, height, theme } = useDialogPlace()
  const lines = useMemo(() => detailLines(row, width, theme), [row, width, theme])
  const top = useLate(0)
  const room = height - 1
  const highest = Math.max(0, lines.length - room)
  const from = () => Math.min(top.get(), highest)
  const scroll = (to: number) => {
    if (to > from() && from() === highest) return NO_MORE_BELOW
    if (to <= from() && from() === 0) return FIRST_LINE
    return top.set(Math.min(Math.max(0, to), highest))
  }
  const copyCurl = useCopyCurl()
  const keys = useKeys(
    requestKeys,
    {
      down: () => scroll(from() + 1),
      up: () => scroll(from() - 1),
      pageDown: () => scroll(from() + room - 1),
      pageUp: () => scroll(from() - room + 1),
      top: () => scroll(0),
      bottom: () => scroll(lines.length),
      copyCurl: () => copyCurl(row),
      leave,
    },
    { kind: 'overlay', scope: 'request', isExclusive: true },
  )
  return (
    <Dialog title="Request" keys={keys}>
      <LateRows lines={() => filled(lines.slice(from(), from() + room), room)} changes={top.subscribe} />
    </Dialog>
  )
}
