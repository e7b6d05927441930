// esbuild replaces Intl.Segmenter with this. Packages create one when they are loaded, which takes 10 ms, and most
// starts have no text that needs it.
const { Segmenter } = Intl

/** An Intl.Segmenter that is created when it first segments a text. */
export class LateSegmenter {
  readonly #options: ConstructorParameters<typeof Segmenter>
  #segmenter: Intl.Segmenter | undefined

  constructor(...options: ConstructorParameters<typeof Segmenter>) {
    this.#options = options
  }

  segment(text: string): Intl.Segments {
    this.#segmenter ??= new Segmenter(...this.#options)
    return this.#segmenter.segment(text)
  }
}
