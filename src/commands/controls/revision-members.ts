import type { RevisionBrief } from '../../domain/revisions/revision-brief.ts'
import { moment } from '../../domain/text/format.ts'
import type { Format } from '../kit/output-format.ts'
import type { ColumnLayout, RawRow } from '../output/row-layout.ts'

/** Which revision a row is about, and who made it when; people are told the time as they read it. */
export const revisionMembers = (
  { revision, updatedAt, who, email }: Pick<RevisionBrief, 'revision' | 'updatedAt' | 'who' | 'email'>,
  format: Format,
): RawRow => ({
  revision: revision ?? null,
  updatedAt: updatedAt ?? null,
  who: who ?? null,
  email: email ?? null,
  ...(format === 'table' && { time: updatedAt === undefined ? null : moment(Date.parse(updatedAt)) }),
})

export const revisionColumns: readonly ColumnLayout[] = [
  { member: 'revision', title: 'REV', kind: 'count' },
  { member: 'time', title: 'TIME', kind: 'day' },
  { member: 'who', title: 'BY', kind: 'text' },
]
