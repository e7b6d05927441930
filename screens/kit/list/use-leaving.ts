import { type Binding, EVERYWHERE, noKeys } from '../../../src/ui/keys/bindings.ts'
import { useKeys } from '../../../src/ui/keys/use-keys.ts'

/** While something is open inside a view, the keys that go back leave it, and not the view. */
export const useLeaving = (isInside: boolean, leave: () => void): void =>
  void useKeys(isInside ? leaveKeys : noKeys, { up: leave, back: leave }, { scope: EVERYWHERE })

const leaveKeys = [
  { keys: ['Esc'], action: 'up', help: 'leave what is open inside the view', group: 'Go' },
  { keys: ['q'], action: 'back', help: 'leave what is open inside the view', group: 'Go' },
] as const satisfies readonly Binding[]
