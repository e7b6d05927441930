import { useMemo } from 'react'
import { fit, wrapText } from '../../../src/domain/text/fit.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type Binding, type BindingGroup, keyLabel } from '../../../src/ui/keys/bindings.ts'
import { padStyled } from '../../../src/ui/layout/columns.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'
import type { Screen } from '../../kit/screen/screen.ts'
import { useSession } from '../../kit/session/session.ts'
import type { Overlay } from './overlay.ts'
import { useReader } from './reader.ts'

const groups: readonly BindingGroup[] = ['Move', 'Go', 'Find', 'Shape', 'Act']

/** The keys of the screen and those that work everywhere, over the whole body. */
export const helpOverlay = {
  opener: { keys: ['?', 'F1'], help: 'this help', group: 'Go', hint: 'keys', before: 'up' },
  useOverlay: ({ isOpen, close, width, height, screen, appBindings }) => {
    const { theme } = useSession()
    const lines = useMemo(
      () => (isOpen ? helpLines(screen, appBindings, width, theme) : undefined),
      [isOpen, screen, appBindings, width, theme],
    )
    return useReader(lines, height, close)
  },
} as const satisfies Overlay

/** Every line of the help of a screen: its keys and those that work everywhere, by group, then its rules. */
export const helpLines = (screen: Screen, appBindings: readonly Binding[], width: number, theme: Theme): string[] => {
  const bindings = [...screen.keys, ...appBindings]
  const labels = bindings.map(({ keys }) => keys.map(keyLabel).join(' '))
  const keyWidth = Math.min(14, Math.max(...labels.map(textWidth)))
  const titleWidth = textWidth(screen.title)
  const lines = wrapText(screen.summary, width - titleWidth - 4).map(
    (line, y) => ` ${y === 0 ? theme.strong(screen.title) : ' '.repeat(titleWidth)}  ${theme.muted(line)}`,
  )
  lines.push('')
  const columns = width >= 120 ? 2 : 1
  const cellWidth = Math.floor((width - 2) / columns) - 2
  const blocks = groups.flatMap((group) => {
    const own = bindings.flatMap((binding, index) =>
      binding.group === group
        ? [`${theme.accent(fit(labels[index] ?? '', keyWidth))}  ${fit(binding.help, cellWidth - keyWidth - 2)}`]
        : [],
    )
    return own.length > 0 ? [[theme.muted(group.toUpperCase()), ...own, '']] : []
  })
  lines.push(...(columns === 2 ? twoColumns(blocks, cellWidth) : blocks.flat().map((line) => ` ${line}`)))
  if (screen.notes.length > 0) {
    lines.push(` ${theme.muted('HOW FIGURES ARE MADE')}`)
    for (const note of screen.notes)
      lines.push(
        ...wrapText(note, Math.min(100, width - 4)).map(
          (line, y) => ` ${y === 0 ? theme.signs.separator : ' '} ${line}`,
        ),
      )
  }
  return lines
}

// Blocks go left until half the lines stand there; a block is never split.
const twoColumns = (blocks: readonly string[][], cellWidth: number): string[] => {
  const half = blocks.reduce((sum, block) => sum + block.length, 0) / 2
  const left: string[] = []
  const right: string[] = []
  for (const block of blocks) (left.length < half ? left : right).push(...block)
  return Array.from(
    { length: Math.max(left.length, right.length) },
    (_, y) => ` ${padStyled(left[y] ?? '', cellWidth)}  ${right[y] ?? ''}`,
  )
}
