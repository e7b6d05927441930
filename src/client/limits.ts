/** Limits of an exchange. Times in milliseconds, sizes in bytes. */
export const defaultLimits = {
  /** Opening a connection, including TLS. */
  connectMs: 10_000,
  /** From the last byte of the request to the headers of the response. */
  headersMs: 30_000,
  /** Between two pieces of a JSON body, or two lines of a stream of events. */
  silenceMs: 15_000,
  /** A whole call: all tries and the waits between them, except waits that the server requested and that were shown. */
  wholeCallMs: 60_000,
  /** A JSON body, both as sent and decompressed. */
  jsonBytes: 32 * 1024 * 1024,
  /** One server-sent event, in UTF-16 code units. */
  eventLength: 4 * 1024 * 1024,
  /** The body of an error. Longer bodies are cut. */
  errorBytes: 64 * 1024,
  /** Between two pieces of a download. */
  downloadSilenceMs: 30_000,
  /** Interval over which a download's rate is measured. */
  downloadRateMs: 30_000,
  /** Minimum rate of a download over that interval, in bytes per second. */
  downloadBytesPerSecond: 1024,
  /** Number of tries, including the first. */
  tries: 3,
  /** Minimum wait between two tries. */
  shortestWaitMs: 300,
  /** Maximum random wait. */
  longestWaitMs: 8_000,
  /** Sum of a call's waits that are not shown. A longer wait requested by the server is made only if it is shown. */
  allWaitsMs: 20_000,
  /** Retries that all calls of a client share. */
  retryBudget: 20,
  /** Time after which one used retry becomes available again. */
  retryRefillMs: 10_000,
  /** Redirects that a GET follows on its own origin. */
  redirects: 3,
  /** Connections to one origin. Further requests are queued. */
  connections: 16,
}

/**
 * Limits of a program without a user at the terminal: it waits as long and as often as the server requests. Other failures still end
 * after a few waits, because of `allWaitsMs`.
 */
export const patientLimits: Partial<Limits> = { tries: Number.MAX_SAFE_INTEGER, retryBudget: Number.MAX_SAFE_INTEGER }

export type Limits = typeof defaultLimits
