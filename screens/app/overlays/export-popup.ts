import { useState } from 'react'
import { AppError } from '../../../src/base/errors.ts'
import { fit, wrapText } from '../../../src/domain/text/fit.ts'
import { bytes } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { textWidth } from '../../../src/domain/text/width.ts'
import { type Binding, noKeys } from '../../../src/ui/keys/bindings.ts'
import { edit, insert, type Line, lineOf, textOf } from '../../../src/ui/keys/line-editor.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'
import { filled, padStyled } from '../../../src/ui/layout/columns.ts'
import { fieldText } from '../../../src/ui/layout/field-text.ts'
import { popup } from '../../../src/ui/layout/popup.ts'
import { type ExportFormat, type Exports, fileNameOf } from '../../kit/exports.ts'
import { useSession } from '../../kit/session.ts'
import { closed, type DrawnOverlay, type Overlay, type OverlayProps } from './overlay.ts'

const listKeys = [
  { keys: ['j', 'Down'], action: 'down', help: 'next', group: 'Move', hint: 'move', hintKey: 'j/k' },
  { keys: ['k', 'Up'], action: 'up', help: 'previous', group: 'Move' },
  { keys: ['Enter', 'Space'], action: 'take', help: 'take it', group: 'Act', hint: 'take' },
  { keys: ['Esc', 'q', '^c', '^s'], action: 'close', help: 'write nothing', group: 'Go', hint: 'close' },
] as const satisfies readonly Binding[]

const nameKeys = [
  { keys: ['Enter', '^s'], action: 'take', help: 'write the file', group: 'Act', hint: 'write' },
  { keys: ['Esc', '^c'], action: 'close', help: 'write nothing', group: 'Go', hint: 'back' },
] as const satisfies readonly Binding[]

const questionKeys = [
  { keys: ['Enter'], action: 'take', help: 'replace the file', group: 'Act', hint: 'replace it' },
  { keys: ['Esc', '^c'], action: 'close', help: 'keep the file', group: 'Go', hint: 'keep it' },
] as const satisfies readonly Binding[]

/** Asking for the name of the file; `existing` once it turned out that there is one of this name. */
type Naming = { format: ExportFormat; line: Line; existing?: string; error?: string; isWriting?: boolean }

/** The choice of a format and the name of the file. */
const useExportPopup = ({ isOpen, exports: offered, close, width }: OverlayProps): DrawnOverlay => {
  const { theme, outside, set } = useSession()
  const exports = isOpen ? offered : undefined
  const [row, setRow] = useState(0)
  const [chosen, setNaming] = useState<Naming>()
  const formats = exports?.formats ?? noFormats
  const [only] = formats
  // One format is no choice.
  const naming = chosen ?? (exports && only && formats.length === 1 ? named(exports, only) : undefined)

  const leave = () => {
    setRow(0)
    setNaming(undefined)
    close()
  }
  const write = async ({ format, line, existing }: Naming) => {
    const path = textOf(line).trim()
    const before = { format, line }
    setNaming({ ...before, isWriting: true })
    try {
      const text = format.text()
      const name = await outside.save(path, text, { isForced: existing === path })
      set({ notice: `Wrote ${name}, ${bytes(Buffer.byteLength(text))}.` })
      leave()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      setNaming(error.kind === 'refused' ? { ...before, existing: path } : { ...before, error: error.message })
    }
  }
  const take = (at: number) => {
    const format = formats[at]
    if (exports && format) setNaming(named(exports, format))
  }
  const keys = !exports ? noKeys : !naming ? listKeys : naming.existing === undefined ? nameKeys : questionKeys
  useKeys(
    keys,
    {
      down: () => setRow(Math.min(formats.length - 1, row + 1)),
      up: () => setRow(Math.max(0, row - 1)),
      take: () => {
        if (!naming) take(row)
        else if (!naming.isWriting) void write(naming)
      },
      close: () => {
        if (naming?.isWriting) return
        if (naming?.existing !== undefined) setNaming({ format: naming.format, line: naming.line })
        else if (naming && formats.length > 1) setNaming(undefined)
        else leave()
      },
    },
    {
      kind: 'overlay',
      isExclusive: exports !== undefined,
      type: (key) => {
        if (naming) {
          const line = naming.isWriting || isOwn(keys, key.id) ? undefined : edit(naming.line, key)
          if (line) setNaming({ format: naming.format, line })
          return line !== undefined
        }
        const at = lettersOf(formats).indexOf(key.id)
        if (at >= 0) take(at)
        return at >= 0
      },
      ...(naming &&
        !naming.isWriting && {
          paste: (text: string) => setNaming({ format: naming.format, line: insert(naming.line, text.trim()) }),
        }),
    },
  )
  if (!exports) return closed

  // As high in the one step as in the other, so that nothing moves.
  const height = Math.max(formats.length, MESSAGE_ROWS + 1)
  if (naming) {
    const prompt = ` ${theme.muted('file')}  ${fieldText(naming.line, width - 8, theme)}`
    const told = wrapText(safeText(toldOf(naming), 'text'), width - 2).slice(0, MESSAGE_ROWS)
    const paint = naming.error !== undefined || naming.existing !== undefined ? theme.bad : theme.muted
    const lines = [prompt, ...told.map((line) => ` ${paint(line)}`)]
    return { rows: popup(`Export as ${naming.format.title}`, filled(lines, height), width, theme), keys }
  }
  const letters = lettersOf(formats)
  const titleWidth = Math.max(...formats.map(({ title }) => textWidth(title)))
  const lines = formats.map((format, index) => {
    const name = fit(fileNameOf(exports, format), Math.max(0, width - titleWidth - 9))
    const line = `${theme.muted(letters[index] ?? ' ')}  ${fit(format.title, titleWidth)}  ${theme.muted(name)}`
    return index === row ? theme.selected(padStyled(`${theme.accent(theme.signs.bar)}${line}`, width)) : ` ${line}`
  })
  return { rows: popup('Export', filled(lines, height), width, theme), keys }
}

const MESSAGE_ROWS = 2

const toldOf = ({ existing, error, isWriting }: Naming): string => {
  if (existing !== undefined) return `${existing} exists: Enter replaces it, Esc keeps it.`
  if (isWriting) return 'writing'
  return error ?? 'from the working directory, ~/ is your own; a file that is there is not replaced unasked'
}

/** The name that is offered, with the cursor before its extension. */
const named = (exports: Exports, format: ExportFormat): Naming => {
  const line = lineOf(fileNameOf(exports, format))
  return { format, line: { ...line, cursor: line.graphemes.length - format.extension.length - 1 } }
}

/** A letter of each title that nothing else here means. */
const lettersOf = (formats: readonly ExportFormat[]): string[] => {
  const taken = new Set(['j', 'k', 'q'])
  return formats.map(({ title }) => {
    const letter = [...title.toLowerCase()].find((char) => /[a-z]/.test(char) && !taken.has(char)) ?? ''
    taken.add(letter)
    return letter
  })
}

const isOwn = (keys: readonly Binding[], id: string): boolean => keys.some((binding) => binding.keys.includes(id))

const noFormats: readonly ExportFormat[] = []

export const exportOverlay = { useOverlay: useExportPopup } as const satisfies Overlay
