/** What has to be typed before something is destroyed: its name, where every keyboard can type it; else its id. */
export const typedWord = (name: string | undefined, id: string): string =>
  name !== undefined && /^[!-~]([ -~]*[!-~])?$/.test(name) ? name : id
