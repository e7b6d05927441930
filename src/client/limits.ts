/** How long and how much an exchange may take. Times in milliseconds, sizes in bytes. */
export const defaultLimits = {
  /** From asking for a connection until it stands, TLS included. */
  connectMs: 10_000,
  /** From the request's last byte to the answer's headers. */
  headersMs: 30_000,
  /** Between two pieces of a JSON body. */
  silenceMs: 15_000,
  /** A whole call: all tries and the waits between them, without waits that the server asked for and that were shown. */
  wholeCallMs: 60_000,
  /** A JSON body, counted as sent and counted unpacked. */
  jsonBytes: 32 * 1024 * 1024,
  /** The body of an error; what is longer is cut. */
  errorBytes: 64 * 1024,
  /** Between two pieces of a download. */
  downloadSilenceMs: 30_000,
  /** Span over which a download's rate is judged. */
  downloadRateMs: 30_000,
  /** Least bytes a second of a download over that span. */
  downloadBytesPerSecond: 1024,
  /** Tries in all, the first included. */
  tries: 3,
  /** Shortest wait between two tries. */
  shortestWaitMs: 300,
  /** Longest wait that chance may pick. */
  longestWaitMs: 8_000,
  /** All silent waits of a call together; a server that asks for more is obeyed only where someone watches. */
  allWaitsMs: 20_000,
  /** Retries that all calls of a client share. */
  retryBudget: 20,
  /** Time after which one spent retry comes back. */
  retryRefillMs: 10_000,
  /** Redirects a GET follows on its own origin. */
  redirects: 3,
  /** Connections to one origin; what is above waits its turn. */
  connections: 16,
}

export type Limits = typeof defaultLimits
