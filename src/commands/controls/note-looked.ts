import type { Blame } from '../../domain/revisions/blame.ts'
import type { Deps } from '../kit/command.ts'
import { noteTo } from '../kit/note.ts'

/** Tells people how far back a command looked. */
export const noteLooked = ({ looked, isWhole }: Pick<Blame, 'looked' | 'isWhole'>, deps: Deps): void => {
  const { count, newest, oldest } = looked
  const span = count === 0 ? '' : `, ${newest} back to ${oldest}`
  const end = isWhole ? ', the whole history.' : '.'
  noteTo(deps.err, `Looked at ${count} ${count === 1 ? 'revision' : 'revisions'}${span}${end}`)
}

/** The same as members of an answer. */
export const lookedMembers = ({ looked, isWhole }: Pick<Blame, 'looked' | 'isWhole'>): object => ({
  revisions: looked.count,
  newest: looked.newest ?? null,
  oldest: looked.oldest ?? null,
  is_whole: isWhole,
})
