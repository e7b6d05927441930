import { Body, type BodyProps } from '../../../src/ui/layout/rows.tsx'
import type { List } from './use-list.ts'

export type ListBodyProps = Pick<BodyProps, 'lines' | 'height'> & { list: List }

/** The body of a screen with a list. A move of the selection redraws only the body. */
export const ListBody = ({ list, ...body }: ListBodyProps) => <Body {...body} changes={list.subscribe} />
