/** The option of a headless command that orders rows as a screen does; `usual` is the way that the name has without one. */
export const orderOption = (name: string, isDescending: boolean, usual: boolean): string =>
  `--sort ${name}${isDescending === usual ? '' : isDescending ? ':desc' : ':asc'}`
