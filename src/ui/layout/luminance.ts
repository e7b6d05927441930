/** Red, green and blue, each from 0 to 1. */
export type Rgb = readonly [number, number, number]

/** How light a colour looks, from 0 (black) to 1 (white), as WCAG 2 defines it. */
export const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** How well one colour is read on another, from 1 to 21, as WCAG 2 defines it. */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
