/** Where the long lists are: `{"rows": [{"member": [...]}]}`. */
type Place = { rows: string; member: string }

type Handlers = {
  /** Called with the bytes of consecutive elements of a list, with the commas between them. */
  onElements: (bytes: readonly Uint8Array[], at: { list: number; row: number; isOnly: boolean }) => void
  /** Called after the last elements of a list. @returns The element to write in their place. */
  onEnd: (list: number) => string
  /** Elements are passed on when they reach this size. @default 128 KiB, about 700 users */
  batchBytes?: number
}

const BATCH_BYTES = 128 * 1024

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = Buffer.from('"\\,[]{}')
/** Longer member names are not compared. */
const MAX_NAME = 64
/** The containers on the way to the elements, by depth. */
const [ROOT, ROWS, ROW, LIST] = [1, 2, 3, 4] as const

/**
 * Takes the elements of long lists out of a JSON text while it arrives. It only finds the lists: the caller parses the
 * elements and the rest, so both together are valid exactly if the whole text is. A name with escapes is not found, and
 * its list stays in the rest.
 */
export const createJsonSplitter = (
  { rows, member }: Place,
  { onElements, onEnd, batchBytes: minBytes = BATCH_BYTES }: Handlers,
) => {
  const rest: Uint8Array[] = []
  let batch: Uint8Array[] = []
  let batchBytes = 0
  let restBytes = 0
  let depth = 0
  /** How many of the open containers are on the way to a list; {@link LIST} inside of one. */
  let level = 0
  let isInString = false
  let isEscaped = false
  let isNameNext = false
  /** The current member's name. While it is read, `isInName`. */
  let name = ''
  let isInName = false
  let list = -1
  let row = 0
  let isFirstBatch = true
  let isBroken = false

  const keep = (bytes: Uint8Array): void => {
    restBytes += bytes.length
    // A view would keep the whole chunk in memory.
    if (bytes.length > 0) rest.push(new Uint8Array(bytes))
  }
  const collect = (bytes: Uint8Array): void => {
    batchBytes += bytes.length
    if (bytes.length > 0) batch.push(bytes)
  }
  const flush = (isLast: boolean): void => {
    if (batchBytes > 0) onElements(batch, { list, row, isOnly: isFirstBatch && isLast })
    // A list can't end with a comma.
    else if (!isFirstBatch) isBroken = true
    isFirstBatch = false
    batch = []
    batchBytes = 0
  }
  const open = (isList: boolean): void => {
    if (depth === level) {
      if (level === 0 && !isList) level = ROOT
      else if (level === ROOT && isList && name === rows) {
        level = ROWS
        row = 0
      } else if (level === ROWS && !isList) level = ROW
      else if (level === ROW && isList && name === member) {
        level = LIST
        list++
        isFirstBatch = true
      }
    }
    depth++
    isNameNext = depth === level && (level === ROOT || level === ROW)
    name = ''
  }
  const close = (): void => {
    depth--
    level = Math.min(level, depth)
    isNameNext = false
  }
  const comma = (): void => {
    if (depth !== level) return
    isNameNext = level === ROOT || level === ROW
    if (level === ROWS) row++
  }
  /** Skips to the end of a string or of the chunk. @returns The index after it. */
  const skipString = (chunk: Uint8Array, start: number): number => {
    let at = start
    for (; at < chunk.length; at++) {
      const byte = chunk[at]
      if (isEscaped) isEscaped = false
      else if (byte === BACKSLASH) isEscaped = true
      else if (byte === QUOTE) {
        isInString = false
        break
      }
      if (isInName && name.length < MAX_NAME) name += String.fromCharCode(byte as number)
    }
    if (isInString) return at
    isInName = false
    return at + 1
  }

  const write = (chunk: Uint8Array): void => {
    let from = 0
    let at = 0
    while (at < chunk.length && !isBroken) {
      if (isInString) {
        at = skipString(chunk, at)
        continue
      }
      const byte = chunk[at]
      if (byte === QUOTE) {
        isInString = true
        if (isNameNext) {
          name = ''
          isInName = true
          isNameNext = false
        }
      } else if (byte === OPEN || byte === OPEN_LIST) {
        const before = level
        open(byte === OPEN_LIST)
        if (level === LIST && before === ROW) {
          keep(chunk.subarray(from, at + 1))
          from = at + 1
        }
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (level === LIST && depth === LIST) {
          isBroken ||= byte === CLOSE
          collect(chunk.subarray(from, at))
          flush(true)
          keep(Buffer.from(onEnd(list)))
          from = at
        }
        close()
      } else if (byte === COMMA) {
        if (level === LIST && depth === LIST && batchBytes + at - from >= minBytes) {
          collect(chunk.subarray(from, at))
          flush(false)
          from = at + 1
        } else comma()
      }
      at++
    }
    if (level === LIST) collect(chunk.subarray(from))
    else keep(chunk.subarray(from))
  }
  return {
    write,
    /** The text without the elements of the lists. */
    rest,
    /** The number of rows followed by another one. */
    rowCount: () => row,
    /** Bytes in memory: the rest and the elements that were not passed on yet. */
    heldBytes: () => restBytes + batchBytes,
    /** Whether the text is not JSON. If false, it may still not be. */
    isBroken: () => isBroken,
  }
}
