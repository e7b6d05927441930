/** What the quick filter leaves, in the language of filters: everyone, those who stopped, those who are new in the range. */
const CONDITIONS = ['', 'stopped=yes', 'state=new'] as const

/**
 * A filter with the next condition in place of its own; its other conditions stay.
 *
 * @param isComparing - Without a period before it is not known who is new.
 */
export const withNextCondition = (typed: string, isComparing: boolean): string => {
  const offered = isComparing ? CONDITIONS : CONDITIONS.slice(0, 2)
  const at = offered.findIndex((one) => one !== '' && typed.split(' ').includes(one))
  const rest = typed.replaceAll(/(?:^| )(?:state|stopped)=\S*/g, '').trim()
  return [rest, offered[(Math.max(0, at) + 1) % offered.length]].filter(Boolean).join(' ')
}
