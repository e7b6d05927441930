// The files that package managers need: templates, filled with the version, address and checksum of a release.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { addresses } from '../base/addresses.ts'

export type Release = {
  version: string
  /** One line, without quotes. */
  summary: string
  /** SHA-256 of the npm package, in hex. */
  sha256: string
}

/** Each template of src/build/templates/, with the path that its result has in a release. */
export const RECIPES = {
  'quarterdeck.rb': 'homebrew/quarterdeck.rb',
  'quarterdeck.json': 'scoop/quarterdeck.json',
  PKGBUILD: 'aur/PKGBUILD',
  SRCINFO: 'aur/.SRCINFO',
  Dockerfile: 'docker/Dockerfile',
  'flake.nix': 'nix/flake.nix',
} as const

/** Writes all files into the folder of a release. */
export const writeRecipes = (folder: string, release: Release): void => {
  for (const [name, path] of Object.entries(RECIPES)) {
    const template = readFileSync(new URL(`./templates/${name}`, import.meta.url), 'utf8')
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, fillTemplate(template, valuesOf(release)))
  }
}

/** @throws Error for a name without a value. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`A template uses {{${name}}}, which has no value`)
    return value
  })

/** Where the npm package of a version can be downloaded. */
export const packageUrl = (version: string): string =>
  `${addresses.repository}/releases/download/v${version}/quarterdeck-${version}.tgz`

const valuesOf = ({ version, summary, sha256 }: Release) => {
  // The files put it between quotes, and shells and Ruby would expand it.
  if (/["\\$`#\n]/.test(summary))
    throw new Error(`The package description contains a character that must be quoted in a recipe: ${summary}`)
  return {
    ...addresses,
    version,
    summary,
    sha256,
    /** A version of pacman has no hyphens. */
    pkgver: version.replaceAll('-', '_'),
    integrity: `sha256-${Buffer.from(sha256, 'hex').toString('base64')}`,
    url: packageUrl(version),
  }
}
