import { expect, test } from 'vitest'
import { Dialog } from '../../../src/ui/dialog/dialog.tsx'
import { type Info, InfoTable, widthsOf } from '../../../src/ui/dialog/info-table.tsx'
import { noKeys } from '../../../src/ui/keys/bindings.ts'
import { openDialog } from '../../helpers/dialog.tsx'

const Steps = (info: Info) => (
  <Dialog title="Steps" keys={noKeys}>
    <InfoTable {...info} />
  </Dialog>
)

test('it is never wider than the dialog: the widest column gives way', async () => {
  const { dialog, frame } = await openDialog(
    Steps,
    { columns: ['field', 'now', 'then'], rows: [['name', 'a'.repeat(50), 'b'.repeat(40)]] },
    { columns: 60, rows: 15 },
  )
  expect(dialog()[2]).toMatch(/^ {3}name {3}a+… {2}b+…$/)
  for (const row of frame()) expect(row.length).toBeLessThanOrEqual(60)
  expect(widthsOf([['ab', 'abcdef']], 9)).toEqual([2, 3])
  expect(widthsOf([['ab', 'abcdef']], 0)).toEqual([1, 1])
})
