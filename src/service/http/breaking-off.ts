/**
 * A stream that calls `breakOff` when its source fails. The server would end the answer properly and write the error's
 * text behind it, and a reader would take what it got for whole: so the connection is cut instead.
 *
 * @param breakOff Cuts the connection and says whether there was one; without one the stream itself fails.
 */
export const breakingOff = (
  source: ReadableStream<Uint8Array>,
  breakOff: (error: unknown) => boolean,
): ReadableStream<Uint8Array> => {
  const reader = source.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        if (breakOff(error)) controller.close()
        else controller.error(error)
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
