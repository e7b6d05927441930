import Output from 'ink-original/output.js'

const MOST_KNOWN = 5000

/** Measured texts that are forgotten together when there are too many; its members are those of a Map that Ink uses. */
class Known<Value> extends Map<string, Value> {
  override set(text: string, value: Value): this {
    if (this.size >= MOST_KNOWN) this.clear()
    return super.set(text, value)
  }
}

// Ink measures and tokenises every text anew for each frame; most are those of the frame before. It changes nothing of them.
const { caches } = new Output({ width: 0, height: 0 })
Object.assign(caches, { widths: new Known(), blockWidths: new Known(), styledChars: new Known() })

/** Ink's grid of cells, for frames with boxes in them: it remembers what it knows of texts from one frame to the next. */
export default class RememberingOutput extends Output {
  override caches = caches
}
