import type { AttentionInput, AttentionKind, Matter, NeglectedKeys } from './attention-kind.ts'

export type NeglectedKeysMatter = Matter<'neglected'> & Omit<NeglectedKeys, 'ids'>

/** More keys than that are told as one: the list of what was told must not grow without end. */
const MOST_MARKS = 200

const find = ({ neglectedKeys: counts }: AttentionInput): NeglectedKeysMatter[] => {
  if (counts === undefined || counts.neverExpires + counts.old === 0) return []
  const { ids, ...own } = counts
  const [first] = ids
  const marks = ids.slice(0, MOST_MARKS).map((id) => `neglected:${id}`)
  const target = { screen: 'keys', ...(first !== undefined && { id: first }) } as const
  return [
    { kind: 'neglected', id: 'neglected', severity: 'medium', target, ...own, ...(marks.length > 0 && { marks }) },
  ]
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
  why: () =>
    'Whoever has found such a key can use it until somebody revokes it; one that expires is renewed, and looked at, in time.',
  output: ({ neverExpires, old }) => ({ never_expire: neverExpires, older_than_a_year: old }),
}
