import { AppError } from '../../base/errors.ts'
import type { OptionRow } from './option-row.ts'

/** What rows are ordered by, and which way. */
export type Order<By extends string = string> = { by: By; isDescending: boolean }

/** The option, with the names that it takes and the order without it. */
export const sortOption = (names: readonly string[], usual: string) =>
  ({
    flags: '--sort <order>',
    offers: names,
    help: `what comes first, by ${names.join(', ')}; with :asc or :desc behind it (default: ${usual})`,
  }) as const satisfies OptionRow

/**
 * Reads `NAME`, `NAME:asc` or `NAME:desc`; undefined where it was not given.
 *
 * @param begin The order that a name has without a way.
 * @throws AppError of kind `usage` on another name.
 */
export const parseSort = <By extends string>(
  text: string | undefined,
  names: readonly By[],
  begin: (by: By) => Order<By>,
): Order<By> | undefined => {
  if (text === undefined) return undefined
  const [, name, way] = /^(.*?)(?::(asc|desc))?$/.exec(text) ?? []
  const by = names.find((one) => one === name)
  if (by === undefined)
    throw new AppError('usage', `"${text}" is not what --sort takes: choose from ${names.join(', ')}.`)
  return way === undefined ? begin(by) : { by, isDescending: way === 'desc' }
}
