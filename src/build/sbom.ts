import type { BundledPackage } from './licences.ts'

/** The members of CycloneDX that are used here. */
type Component = {
  'bom-ref': string
  type: string
  name: string
  version?: string
  scope?: string
  properties?: { name: string; value: string }[]
  [member: string]: unknown
}

export type Sbom = {
  metadata: { component: Component; [member: string]: unknown }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  [member: string]: unknown
}

type Shipped = {
  name: string
  version: string
  bundled: readonly Pick<BundledPackage, 'name' | 'version'>[]
  /** Code that bundled packages contain as a copy. */
  copies: readonly string[]
  /** Names of packages that are installed with the program where they are available. */
  optional: readonly string[]
}

/**
 * Reduces the list of all packages, as `npm sbom` prints it, to those that a release contains. For npm the bundled ones
 * are only used in development.
 *
 * @throws Error if a bundled package is not in the list.
 */
export const shippedSbom = (all: Sbom, { name, version, bundled, copies, optional }: Shipped): Sbom => {
  const found = bundled.map((each) => {
    const component = all.components.find((one) => one.name === each.name && one.version === each.version)
    if (!component) throw new Error(`npm sbom does not list ${each.name} ${each.version}, which is bundled`)
    return { ...component, scope: 'required', properties: [{ name: 'bundled', value: 'true' }] }
  })
  const isOptional = (each: string) => optional.some((one) => each === one || each.startsWith(`${one}-`))
  const others = all.components
    .filter((each) => isOptional(each.name))
    .map((each) => ({ ...each, scope: 'optional', properties: [] }))
  const copied = copies.map((each) => ({ 'bom-ref': each, type: 'library', name: each, scope: 'required' }))
  const components = [...found, ...others, ...copied]
  const refs = new Set(components.map((each) => each['bom-ref']))
  const own = all.metadata.component['bom-ref']
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...all.metadata.component, type: 'application', name, version } },
    components,
    dependencies: [
      { ref: own, dependsOn: [...refs] },
      ...all.dependencies
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
    ],
  }
}
