/** A server-sent event. */
export type ServerEvent = { name: string; data: string }

/**
 * Parses a stream of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. Ids and
 * reconnection times are not used.
 *
 * @param maxLength - Maximum length of an event and of a line, in UTF-16 units.
 */
export const createEventParser = (maxLength: number) => {
  // It also removes a byte order mark.
  const decoder = new TextDecoder()
  let line = ''
  let name = ''
  let data: string[] = []
  let length = 0
  let isAfterReturn = false

  const takeLine = (text: string): ServerEvent | undefined => {
    if (text === '') {
      const event = data.length > 0 ? { name: name || 'message', data: data.join('\n') } : undefined
      name = ''
      data = []
      length = 0
      return event
    }
    const colon = text.indexOf(':')
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'event') name = value
    else if (field === 'data') {
      data.push(value)
      // Counts empty lines too, because each takes memory.
      length += value.length + 1
    }
    return undefined
  }

  return {
    /**
     * Takes the next bytes.
     *
     * @returns The events that are complete now, and the number of completed lines, comments included; undefined if the
     * limit is exceeded.
     */
    write(bytes: Uint8Array): { events: ServerEvent[]; lines: number } | undefined {
      const decoded = decoder.decode(bytes, { stream: true })
      // A line may end with CR LF, and the two may arrive separately.
      const text = isAfterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded
      if (decoded !== '') isAfterReturn = decoded.endsWith('\r')
      const [first = '', ...others] = text.split(/\r\n|\n|\r/)
      const events: ServerEvent[] = []
      line += first
      for (const next of others) {
        const event = line.length > maxLength ? undefined : takeLine(line)
        if (line.length > maxLength || length > maxLength) return undefined
        if (event) events.push(event)
        line = next
      }
      return line.length > maxLength ? undefined : { events, lines: others.length }
    },
  }
}
