import type { PersonMember } from '../../domain/people/field-row.ts'
import { type Field, fields, fieldsWith } from '../../domain/people/people-fields.ts'
import { WITHOUT_USER } from '../../domain/text/format.ts'
import type { ColumnLayout } from '../output/row-layout.ts'

type PersonColumn = ColumnLayout & { member: PersonMember; otherwise?: PersonMember }

export const personColumn: PersonColumn = {
  member: fields.name.member,
  otherwise: fields.id.member,
  title: fields.name.title,
  whenMissing: WITHOUT_USER,
  kind: 'text',
}

const main = fieldsWith('isMain')

/** The main numbers of per-user rows, credits first. */
export const mainNumbers: readonly PersonColumn[] = main.flatMap(({ kind, member, title, figure }: Field) => {
  if (kind !== 'number' || !member) return []
  return [figure === 'ratio' ? { member, title, kind: 'ratio' } : { member, title, kind: 'count', isSummed: true }]
})

export const mainWords: readonly PersonColumn[] = main.flatMap(({ kind, member, title }) =>
  kind === 'word' && member ? [{ member, title, kind: 'text' }] : [],
)
