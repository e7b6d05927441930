import type { Blame } from '../../domain/revisions/blame.ts'

/** How far back a command looked. */
export const lookedText = ({ looked, isWhole }: Pick<Blame, 'looked' | 'isWhole'>): string => {
  const { count, newest, oldest } = looked
  const span = count === 0 ? '' : `, ${newest} back to ${oldest}`
  const end = isWhole ? ', the whole history.' : '.'
  return `Looked at ${count} ${count === 1 ? 'revision' : 'revisions'}${span}${end}`
}

/** The same as members of an answer. */
export const lookedMembers = ({ looked, isWhole }: Pick<Blame, 'looked' | 'isWhole'>): object => ({
  revisions: looked.count,
  newest: looked.newest ?? null,
  oldest: looked.oldest ?? null,
  is_whole: isWhole,
})
