/** For the environment of a program of ours that a test starts: what others have compiled already. */
export const compileCache = (): { NODE_COMPILE_CACHE?: string } => {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}
