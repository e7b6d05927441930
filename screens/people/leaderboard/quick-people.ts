/** What is left by the quick filter, in the language of filters: everyone, who stopped since the period before, who is new in it. */
const STATES = ['', 'state=gone', 'state=new'] as const

/** A filter with the next state in place of its own; its other conditions stay. */
export const withNextState = (typed: string): string => {
  const at = STATES.findIndex((state) => state !== '' && typed.split(' ').includes(state))
  const rest = typed.replaceAll(/(?:^| )state=\S*/g, '').trim()
  return [rest, STATES[(Math.max(0, at) + 1) % STATES.length]].filter(Boolean).join(' ')
}
