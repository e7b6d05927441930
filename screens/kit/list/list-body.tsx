import { Body, type BodyProps } from '../../../src/ui/layout/rows.tsx'
import type { List } from './use-list.ts'

export type ListBodyProps = Pick<BodyProps, 'lines' | 'height'> & { list: List }

/** The body of a screen with a list in it. When another row is selected it is drawn again, and nothing of the screen besides. */
export const ListBody = ({ list, ...body }: ListBodyProps) => <Body {...body} changes={list.subscribe} />
