/**
 * Whether a host, as `URL.hostname` spells it, can only be this machine: 127.0.0.0/8, `[::1]` or `localhost`.
 * A name that merely resolves to such an address is not one.
 */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
