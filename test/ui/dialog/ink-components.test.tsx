import { render } from 'ink-testing-library'
import type { ReactNode } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { DialogContext } from '../../../src/ui/dialog/dialog-context.ts'
import { InfoTable } from '../../../src/ui/dialog/info-table.tsx'
import { Message } from '../../../src/ui/dialog/message.tsx'
import { createKeymap } from '../../../src/ui/keys/bindings.ts'
import { KeymapContext } from '../../../src/ui/keys/use-keys.ts'
import { createTheme } from '../../../src/ui/layout/theme.ts'

const theme = createTheme({ colors: 'none', background: 'dark', isAscii: false })

/** What a component draws in a dialog of 60 cells, row by row, and a way to type. */
const draw = (component: ReactNode) => {
  const place = { width: 60, height: 10, theme, isHidden: false, close() {}, tell() {}, showKeys() {} }
  const app = render(
    <KeymapContext value={createKeymap()}>
      <DialogContext value={place}>{component}</DialogContext>
    </KeymapContext>,
  )
  onTestFinished(app.unmount)
  return {
    rows: () => (app.lastFrame() ?? '').replaceAll(/\x1b\[[\d;]*m/g, '').split('\n'),
    type: (bytes: string) => app.stdin.write(bytes),
  }
}

test('a table keeps its columns straight under wide letters, and shows control characters as signs', () => {
  const cells = [
    ['作る', 'none'],
    ['clone\x1b[2J', '👩‍👩‍👧 said no'],
    ['', 'of nothing'],
  ]
  const { rows } = draw(<InfoTable columns={['step', 'error']} rows={cells} />)
  expect(rows().map((row) => row.trimEnd())).toEqual([
    '   STEP       ERROR',
    '   作る       none',
    '   clone␛[2J  👩‍👩‍👧 said no',
    '              of nothing',
  ])
})

test('a message wraps, and ends in … after its last row', () => {
  const { rows } = draw(<Message variant="error" text={'The server rejected the key. '.repeat(20)} rows={2} />)
  expect(rows().length).toBe(2)
  expect(rows()[0]).toContain('The server rejected the key.')
  expect(rows()[1]?.trimEnd()).toMatch(/…$/)
})
