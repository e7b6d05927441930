/**
 * Frees the memory of a large buffer immediately. Neither the buffer nor anything that shares its memory may be read
 * afterwards. Without this, unpacked data grows to a hundred megabytes, and garbage collection takes half of the time
 * [measured].
 */
export const freeBuffer = ({ buffer, byteLength }: ArrayBufferView): void => {
  // Small buffers share their memory with others.
  if (byteLength >= Buffer.poolSize / 2 && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
