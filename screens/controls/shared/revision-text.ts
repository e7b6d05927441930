import type { RevisionBrief } from '../../../src/domain/revisions/revision-brief.ts'
import { moment, UNKNOWN } from '../../../src/domain/text/format.ts'
import { safeText } from '../../../src/domain/text/safe-text.ts'
import { leftColumn } from '../../../src/ui/layout/data-table.ts'
import type { Theme } from '../../../src/ui/layout/theme.ts'

/** Author and time of a revision, as far as the API returns them. */
type RevisionMeta = Partial<Pick<RevisionBrief, 'revision' | 'updatedAt' | 'who' | 'email'>>

/** `2026-11-19 14:39 UTC` */
export const timeOf = ({ updatedAt }: RevisionMeta): string =>
  updatedAt === undefined ? UNKNOWN : moment(Date.parse(updatedAt))

/** `2026-11-19` */
export const dayOf = (made: RevisionMeta): string => timeOf(made).slice(0, 10)

export const whoOf = ({ who }: RevisionMeta): string => safeText(who ?? UNKNOWN)

/** The name, followed by the e-mail address if that differs. */
export const authorText = ({ who, email }: RevisionMeta, theme: Theme): string =>
  `${whoOf({ who })}${email === undefined || email === who ? '' : `  ${theme.muted(safeText(email))}`}`

export const whoColumn = <Row>(madeOf: (row: Row) => RevisionMeta) =>
  leftColumn<Row>('who', 'BY', 16, 1, (row) => whoOf(madeOf(row)))
