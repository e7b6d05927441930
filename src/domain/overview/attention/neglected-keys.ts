import type { AttentionInput, AttentionKind, Matter, NeglectedKeys } from './attention-kind.ts'

export type NeglectedKeysMatter = Matter<'neglected'> & Omit<NeglectedKeys, 'first'>

const find = ({ neglectedKeys: counts }: AttentionInput): NeglectedKeysMatter[] => {
  if (counts === undefined || counts.neverExpires + counts.old === 0) return []
  const { first, ...own } = counts
  const target = { screen: 'keys', ...(first !== undefined && { id: first }) } as const
  return [{ kind: 'neglected', id: 'neglected', severity: 'medium', target, ...own }]
}

export const neglectedKeys: AttentionKind<NeglectedKeysMatter> = {
  find,
  text: ({ neverExpires, old }) => {
    const parts = [
      ...(neverExpires > 0 ? [`${neverExpires} never ${neverExpires === 1 ? 'expires' : 'expire'}`] : []),
      ...(old > 0 ? [`${old} ${old === 1 ? 'is' : 'are'} older than a year`] : []),
    ]
    return { subject: 'keys', text: parts.join(', ') }
  },
  output: ({ neverExpires, old }) => ({ never_expire: neverExpires, older_than_a_year: old }),
}
