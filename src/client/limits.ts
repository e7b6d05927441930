/** How long and how much an exchange may take. Times in milliseconds, sizes in bytes. */
export type Limits = {
  /** From asking for a connection until it stands, TLS included. @default 10_000 */
  connectMs: number
  /** From the request's last byte to the answer's headers. @default 30_000 */
  headersMs: number
  /** Between two pieces of a JSON body. @default 15_000 */
  silenceMs: number
  /** A whole call: all tries and the waits between them, without waits that the server asked for and that were shown. @default 60_000 */
  wholeCallMs: number
  /** A JSON body, counted as sent and counted unpacked. @default 33_554_432 */
  jsonBytes: number
  /** The body of an error; what is longer is cut. @default 65_536 */
  errorBytes: number
  /** Between two pieces of a download. @default 30_000 */
  downloadSilenceMs: number
  /** Span over which a download's rate is judged. @default 30_000 */
  downloadRateMs: number
  /** Least bytes a second of a download over that span. @default 1024 */
  downloadBytesPerSecond: number
  /** Tries in all, the first included. @default 3 */
  tries: number
  /** Shortest wait between two tries. @default 300 */
  shortestWaitMs: number
  /** Longest wait that chance may pick. @default 8_000 */
  longestWaitMs: number
  /** All silent waits of a call together; a server that asks for more is obeyed only where someone watches. @default 20_000 */
  allWaitsMs: number
  /** Retries that all calls of a client share. @default 20 */
  retryBudget: number
  /** Time after which one spent retry comes back. @default 10_000 */
  retryRefillMs: number
  /** Redirects a GET follows on its own origin. @default 3 */
  redirects: number
  /** Connections to one origin; what is above waits its turn. @default 16 */
  connections: number
}

export const defaultLimits: Limits = {
  connectMs: 10_000,
  headersMs: 30_000,
  silenceMs: 15_000,
  wholeCallMs: 60_000,
  jsonBytes: 32 * 1024 * 1024,
  errorBytes: 64 * 1024,
  downloadSilenceMs: 30_000,
  downloadRateMs: 30_000,
  downloadBytesPerSecond: 1024,
  tries: 3,
  shortestWaitMs: 300,
  longestWaitMs: 8_000,
  allWaitsMs: 20_000,
  retryBudget: 20,
  retryRefillMs: 10_000,
  redirects: 3,
  connections: 16,
}
