// esbuild uses this class in place of Intl.Segmenter. Packages create a segmenter when they are loaded, which takes
// 10 ms, and most starts process no text that needs it.
const { Segmenter } = Intl

/** An Intl.Segmenter that is created at the first call of `segment`. */
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
