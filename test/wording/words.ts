/** A word or phrase that readers of this project stumbled over, and what to write instead. */
export type Banned = { pattern: RegExp; instead: string }

/** Must not occur in any name, comment, message, title or document. */
export const banned: readonly Banned[] = [
  { pattern: /\b(?:un)?tol[dl]\b|\btell(?:s|ing)?\b/i, instead: 'send, print, show, report or notify' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bwho(?:m|so)?ever\b/i, instead: 'the user, the caller, the reader' },
  { pattern: /\b(?:some|no)body\b|\bsomeone\b/i, instead: 'a user, no user, or the passive voice' },
  { pattern: /\b(?:that|what|as) there (?:is|are|was|were)\b/i, instead: 'name the thing' },
  { pattern: /\black(?:s|ed|ing)?\b/i, instead: 'has no, is missing' },
  { pattern: /\bbesides?\b/i, instead: 'next to, with; also, except' },
  { pattern: /\b(?:likewise|thereby|hence|whence|hereby|wherein|thus)\b/i, instead: 'so, also, in which' },
  { pattern: /\bthe period before\b|\ba period earlier\b/i, instead: 'the previous period' },
  { pattern: /\bwiden(?:s|ed|ing)?\b/i, instead: 'loosened' },
  { pattern: /\bcomplain(?:s|ed|ts?)?\b/i, instead: 'error, problem' },
  { pattern: /\bmade up\b/i, instead: 'generated, demo' },
  { pattern: /\brehears(?:al|e|ed|es)\b/i, instead: 'test' },
  { pattern: /\b(?:asked|asks?) for (?:again|anew)\b/i, instead: 'refresh, load again' },
  { pattern: /\b(?:MOST|LEAST|DEEPEST|FEWEST|LONGEST)_[A-Z]/, instead: 'MAX_, MIN_' },
]
