/** A server of this machine that has not answered after this long does not answer. */
export const limits = { headersMs: 250, silenceMs: 250, wholeCallMs: 1_500, connectMs: 1_000 }
