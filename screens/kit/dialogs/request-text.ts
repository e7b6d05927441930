/** Where a change goes, for the last line of its dialog. */
export const requestText = (method: string, path: string, profile: string): string =>
  `${method} ${path} on ${profile}, sent once`
