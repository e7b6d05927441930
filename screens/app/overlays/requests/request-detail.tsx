import { useMemo, useState } from 'react'
import { Dialog } from '../../../../src/ui/dialog/dialog.tsx'
import { useDialogPlace } from '../../../../src/ui/dialog/dialog-context.ts'
import type { Binding } from '../../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../../src/ui/keys/use-keys.ts'
import { filled } from '../../../../src/ui/layout/columns.ts'
import { Rows } from '../../../../src/ui/layout/rows.tsx'
import { FIRST_LINE, NO_MORE_BELOW } from '../../../kit/detail/use-detail.ts'
import { detailLines } from './asked-detail.ts'
import type { AskedRow } from './asked-row.ts'
import { copyCurlKey, useCopyCurl } from './copy-curl.ts'

/** All that is known of what was asked, over the whole body. */
export const RequestDetail = ({ row, leave }: { row: AskedRow; leave: () => void }) => {
  const { width, height, theme } = useDialogPlace()
  const lines = useMemo(() => detailLines(row, width, theme), [row, width, theme])
  const [top, setTop] = useState(0)
  const room = height - 1
  const highest = Math.max(0, lines.length - room)
  const from = Math.min(top, highest)
  const scroll = (to: number) => {
    if (to > from && from === highest) return NO_MORE_BELOW
    if (to <= from && from === 0) return FIRST_LINE
    return setTop(Math.min(Math.max(0, to), highest))
  }
  const copyCurl = useCopyCurl(row)
  useKeys(
    detailKeys,
    {
      down: () => scroll(from + 1),
      up: () => scroll(from - 1),
      pageDown: () => scroll(from + room - 1),
      pageUp: () => scroll(from - room + 1),
      top: () => scroll(0),
      bottom: () => scroll(lines.length),
      copyCurl,
      leave,
    },
    { kind: 'overlay', isExclusive: true },
  )
  return (
    <Dialog title="Request" keys={detailKeys}>
      <Rows lines={filled(lines.slice(from, from + room), room)} />
    </Dialog>
  )
}

const detailKeys = [
  { keys: ['j', 'Down'], action: 'down', help: 'down', group: 'Move', hint: 'scroll', hintKey: 'j/k' },
  { keys: ['k', 'Up'], action: 'up', help: 'up', group: 'Move' },
  { keys: ['^d', 'PageDown', '^f', 'Space'], action: 'pageDown', help: 'a page down', group: 'Move' },
  { keys: ['^u', 'PageUp', '^b'], action: 'pageUp', help: 'a page up', group: 'Move' },
  { keys: ['g g', 'Home'], action: 'top', help: 'to the top', group: 'Move' },
  { keys: ['G', 'End'], action: 'bottom', help: 'to the end', group: 'Move' },
  copyCurlKey,
  { keys: ['Esc', 'q', 'Enter', '@', '^c'], action: 'leave', help: 'back to the list', group: 'Go', hint: 'back' },
] as const satisfies readonly Binding[]
