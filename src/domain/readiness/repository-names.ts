import { type SafeText, safeText } from '../text/safe-text.ts'

/** What people call each repository: its last name, with its owner's where two share that name. By URL. */
export const repositoryNames = (urls: readonly string[]): Map<string, SafeText> => {
  const parts = urls.map((url) =>
    url
      .replace(/\.git$/, '')
      .split(/[/:]/)
      .filter(Boolean),
  )
  const count = new Map<string | undefined, number>()
  for (const names of parts) count.set(names.at(-1), (count.get(names.at(-1)) ?? 0) + 1)
  return new Map(
    urls.map((url, index) => {
      const names = parts[index] ?? []
      const isShared = (count.get(names.at(-1)) ?? 0) > 1
      return [url, safeText(names.slice(isShared ? -2 : -1).join('/') || url || '?')]
    }),
  )
}
