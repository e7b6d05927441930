import type { Delta } from '../../../src/domain/text/delta.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/**
 * A change with its sign, `▲ 18.2 %`; `=` for none, and nothing where there is nothing to compare with.
 *
 * @param isPartial - Whether days are missing in one of the two values: a `?` says so.
 */
export const changeText = (change: Delta | undefined, { signs }: Theme, isPartial = false): string => {
  if (!change || change.kind === 'unknown') return ''
  const mark = isPartial ? '?' : ''
  if (change.kind === 'same') return `=${mark}`
  return `${change.kind === 'up' || change.kind === 'new' ? signs.up : signs.down} ${change.text}${mark}`
}
