/** Drawings that were asked for and not done yet, each once. */
const wanted = new Set<() => void>()
let isWaiting = false

/** Asks for a drawing, which is done by {@link redrawNow} once the key has done all it does, or else in a moment. */
export const wantRedraw = (draw: () => void): void => {
  wanted.add(draw)
  if (isWaiting) return
  isWaiting = true
  queueMicrotask(redrawNow)
}

/** Forgets a drawing that was asked for: something else has drawn the same. */
export const dropRedraw = (draw: () => void): void => void wanted.delete(draw)

/** Does the drawings that were asked for. */
export const redrawNow = (): void => {
  isWaiting = false
  for (const draw of wanted) {
    wanted.delete(draw)
    draw()
  }
}
