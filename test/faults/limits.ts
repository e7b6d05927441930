/** A server of this machine that has not answered after this long does not answer, however busy the machine is. */
export const limits = { headersMs: 1_000, silenceMs: 1_000, wholeCallMs: 5_000, connectMs: 2_000 }
