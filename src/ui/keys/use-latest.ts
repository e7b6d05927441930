import { useLayoutEffect, useRef, useState } from 'react'

/** The value of the last committed render, for handlers that outlive it: keys, clicks, timers. */
export const useLatest = <Value>(value: Value): { readonly current: Value } => {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** The value, or the last defined one while it is undefined: what is shown stays while its next version loads. */
export const useLastDefined = <Value>(value: Value | undefined): Value | undefined => {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
