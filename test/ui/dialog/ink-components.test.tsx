import { expect, test } from 'vitest'
import { Dialog } from '../../../src/ui/dialog/dialog.tsx'
import { type Info, InfoTable, widthsOf } from '../../../src/ui/dialog/info-table.tsx'
import { Message } from '../../../src/ui/dialog/message.tsx'
import { noKeys } from '../../../src/ui/keys/bindings.ts'
import { openDialog } from '../../helpers/dialog.tsx'

const size = { columns: 60, rows: 15 }
const Steps = (info: Info) => (
  <Dialog title="Steps" keys={noKeys}>
    <InfoTable {...info} />
  </Dialog>
)

test('a table fits the dialog: the widest column shrinks first', async () => {
  const info = { columns: ['field', 'now', 'then'], rows: [['name', 'a'.repeat(50), 'b'.repeat(40)]] }
  const { dialog, frame } = await openDialog(Steps, info, size)
  expect(dialog()[2]).toMatch(/^ {3}name {3}a+… {2}b+…$/)
  for (const row of frame()) expect(row.length).toBeLessThanOrEqual(60)
  expect(widthsOf([['ab', 'abcdef']], 9)).toEqual([2, 3])
  expect(widthsOf([['ab', 'abcdef']], 0)).toEqual([1, 1])
})

test('a table aligns wide letters and replaces control characters by signs', async () => {
  const rows = [
    ['作る', 'none'],
    ['clone\x1b[2J', '👩‍👩‍👧 said no'],
    ['', 'of nothing'],
  ]
  const { dialog } = await openDialog(Steps, { columns: ['step', 'error'], rows }, size)
  expect(dialog().slice(1)).toEqual([
    '   STEP       ERROR',
    '   作る       none',
    '   clone␛[2J  👩‍👩‍👧 said no',
    '              of nothing',
  ])
})

test('a message wraps, and ends in … after its last row', async () => {
  const Rejected = ({ text }: { text: string }) => (
    <Dialog title="Key" keys={noKeys}>
      <Message variant="error" text={text} rows={2} />
    </Dialog>
  )
  const { dialog } = await openDialog(Rejected, { text: 'The server rejected the key. '.repeat(20) }, size)
  expect(dialog()).toHaveLength(3)
  expect(dialog()[1]).toContain('✗ The server rejected the key.')
  expect(dialog()[2]).toMatch(/…$/)
})
