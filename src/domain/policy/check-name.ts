import type { Check } from './policy.ts'

/** The name of a check; without a name of its own, its kind and what it is about. Untrusted text. */
export const checkName = (check: Check): string => check.name ?? [check.check, ...subjectOf(check)].join(' ')

const subjectOf = (check: Check): string[] => {
  switch (check.check) {
    case 'controls.loosened':
    case 'attention':
      return [check.severity]
    case 'readiness.level':
      return [check.repositories]
    case 'readiness.criterion':
      return [check.criterion, check.repositories]
    case 'budget.forecast':
      // The address of a user may have to be hidden.
      return [check.scope.startsWith('user:') ? 'user' : check.scope]
    case 'keys.expiring':
    case 'ci.failed':
      return [`${check.within}d`]
    case 'seats.unused':
      return [`${check.after}d`]
    case 'keys.neverExpire':
      return []
  }
}
