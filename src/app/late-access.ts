/** Functions that answer a promise, as they may have to be loaded first. */
type Signal<Access> = { [Name in keyof Access]: (...given: never[]) => Promise<unknown> }

/**
 * What few need, and none in the first frame: loaded when one of its functions is first called.
 *
 * @param load - Called once, and again only where it has failed.
 * @param ready - Members that are there at once.
 */
export const lateAccess = <Access extends Signal<Access>, Ready extends object = object>(
  load: () => Promise<Access>,
  ready: Ready = {} as Ready,
): Access & Ready => {
  let loading: Promise<Access> | undefined
  const loaded = (): Promise<Access> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  const late =
    (name: keyof Access) =>
    async (...given: never[]) =>
      (await loaded())[name](...given)
  const get = (known: object, name: string | symbol) =>
    name in known ? known[name as keyof object] : late(name as keyof Access)
  return new Proxy(ready, { get }) as Access & Ready
}
