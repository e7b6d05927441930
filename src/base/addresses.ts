/** The part of an address that the owner of the repository replaces before the first release. */
const PLACEHOLDER = 'OWNER'

const REPOSITORY = `https://github.com/${PLACEHOLDER}/quarterdeck`

/** Where the program comes from. This is the only place to change them: packages, messages and forms use these values. */
export const addresses = {
  repository: REPOSITORY,
  homepage: `${REPOSITORY}#readme`,
  /** For reports of bugs. */
  bugs: `${REPOSITORY}/issues`,
  /** For private reports of vulnerabilities. */
  security: `${REPOSITORY}/security/advisories/new`,
  /** Repository of container images. */
  image: `ghcr.io/${PLACEHOLDER.toLowerCase()}/quarterdeck`,
  author: `${PLACEHOLDER} <${PLACEHOLDER.toLowerCase()}@example.com>`,
}

/** The names of the addresses that still are placeholders. */
export const placeholders = (values: Readonly<Record<string, string>> = addresses): string[] =>
  Object.entries(values).flatMap(([name, value]) => (/\bOWNER\b/i.test(value) ? [name] : []))
