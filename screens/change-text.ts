import type { Delta } from '../src/domain/delta.ts'
import type { Theme } from '../src/ui/theme.ts'

/** A change with its sign, `▲ 18.2 %`; `=` for none, and nothing where there is nothing to compare with. */
export const changeText = (change: Delta | undefined, { signs }: Theme): string => {
  if (!change || change.kind === 'unknown') return ''
  if (change.kind === 'same') return '='
  return `${change.kind === 'up' || change.kind === 'new' ? signs.up : signs.down} ${change.text}`
}
