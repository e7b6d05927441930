const HAS_GLOB_SIGN = /[*[\]{}"]/

/**
 * What is typed as a pattern that parsePathGlob reads: one without any sign of patterns is looked for anywhere in a path.
 * Empty where nothing is typed.
 */
export const patternOf = (typed: string): string => {
  const text = typed.trim().replace(/^\.+|\.+$/g, '')
  if (text === '' || HAS_GLOB_SIGN.test(text)) return text
  return text.includes('.') ? `**.*${text}*` : `*${text}*`
}
