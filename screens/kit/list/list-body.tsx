import { Body } from '../../../src/ui/layout/rows.tsx'
import { type List, useSelection } from './use-list.ts'

export type ListBodyProps = {
  list: List
  height: number
  /** Makes all rows of the body, of what is selected now. */
  lines: () => readonly string[]
}

/** The body of a screen with a list in it. When another row is selected it is drawn again, and nothing of the screen besides. */
export const ListBody = ({ list, height, lines }: ListBodyProps) => {
  useSelection(list)
  return <Body lines={lines()} height={height} />
}
