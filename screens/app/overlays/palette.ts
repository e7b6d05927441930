import { useMemo, useState } from 'react'
import { fit } from '../../../src/domain/text/fit.ts'
import { fuzzyScore } from '../../../src/domain/text/fuzzy.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type Binding, keyLabel, noKeys, type Reachable } from '../../../src/ui/keys/bindings.ts'
import { edit, insert, type Line, lineOf, textOf } from '../../../src/ui/keys/line-editor.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { filled } from '../../../src/ui/layout/columns.ts'
import { windowTop } from '../../../src/ui/layout/data-table.ts'
import { fieldText } from '../../../src/ui/layout/field-text.ts'
import { popup } from '../../../src/ui/layout/popup.ts'
import { listRow } from '../../kit/list-rows.ts'
import { useSession } from '../../kit/session.ts'
import { closed, type DrawnOverlay, type Overlay, type OverlayProps } from './overlay.ts'
import { useWikiExports } from './use-wiki-exports.ts'

const paletteKeys = [
  { keys: ['Enter'], action: 'run', help: 'do it', group: 'Act', hint: 'do it' },
  { keys: ['Down', '^n', 'Tab'], action: 'down', help: 'next', group: 'Move', hint: 'move', hintKey: '↑↓' },
  { keys: ['Up', '^p', 'S-Tab'], action: 'up', help: 'previous', group: 'Move' },
  { keys: ['Esc', '^c'], action: 'close', help: 'close', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

/** Rows of actions that are shown at once. */
const SHOWN = 8

type State = { line: Line; row: number; top: number }
const empty: State = { line: lineOf(''), row: 0, top: 0 }

/** Everything that can be done here, found by what it is called. */
const usePalette = ({ isOpen, close, keymap, width, openDialog }: OverlayProps): DrawnOverlay => {
  const { theme } = useSession()
  const [{ line, row, top }, setState] = useState(empty)
  const typed = textOf(line)
  const wikis = useWikiExports(isOpen ? typed : '', openDialog)
  const found = useMemo(
    () => (isOpen ? [...wikis, ...answering(keymap.reachable(), typed)] : []),
    [isOpen, keymap, typed, wikis],
  )

  const leave = () => {
    setState(empty)
    close()
  }
  const moveTo = (to: number) => {
    const next = Math.min(Math.max(0, to), found.length - 1)
    setState({ line, row: Math.max(0, next), top: windowTop(top, Math.max(0, next), SHOWN, found.length) })
  }
  const type = (next: Line) => setState({ line: next, row: 0, top: 0 })
  useKeys(
    isOpen ? paletteKeys : noKeys,
    {
      run: () => {
        const chosen = found[row]
        if (!chosen) return
        leave()
        chosen.run()
      },
      down: () => moveTo(row + 1),
      up: () => moveTo(row - 1),
      close: leave,
    },
    {
      kind: 'overlay',
      isExclusive: isOpen,
      type: (key) => {
        const next = isOpen && !ownKeys.has(key.id) ? edit(line, key) : undefined
        if (next) type(next)
        return next !== undefined
      },
      ...(isOpen && { paste: (text: string) => type(insert(line, text.trim())) }),
    },
  )
  if (!isOpen) return closed

  const lines = found.slice(top, top + SHOWN).map(({ binding }, y) => {
    const keys = binding.keys.map(keyLabel).join(' ')
    const text = `${fit(binding.help, Math.max(10, width - KEY_CELLS - 4))} ${theme.muted(fit(keys, KEY_CELLS, 'right'))} `
    return listRow(text, top + y === row, width, theme)
  })
  if (found.length === 0) lines.push(` ${theme.muted('Nothing that can be done here is called so.')}`)
  const count = `${found.length} `
  const prompt = ` ${theme.accent(':')} ${fieldText(line, width - textWidth(count) - 6, theme)}`
  return { rows: popup('Command', [...filled(lines, SHOWN), prompt], width, theme), keys: paletteKeys }
}

export const paletteOverlay = {
  opener: {
    keys: [':', '^p'],
    help: 'find anything by its name and do it',
    group: 'Go',
    before: 'last',
  },
  useOverlay: usePalette,
} as const satisfies Overlay

const KEY_CELLS = 14
const ownKeys = new Set(paletteKeys.flatMap(({ keys }) => keys as readonly string[]))

const answering = (all: readonly Reachable[], typed: string): Reachable[] =>
  all
    .map((one) => ({ one, score: fuzzyScore(one.binding.help, typed) }))
    .filter((scored): scored is { one: Reachable; score: number } => scored.score !== undefined)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one)
