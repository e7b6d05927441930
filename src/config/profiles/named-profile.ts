import { parseAddress } from '../address.ts'
import type { Credentials } from '../credentials.ts'
import type { Profile } from './config-schema.ts'

/** A profile by its name. */
export type NamedProfile = { name: string; profile: Profile }

/** The two addresses that a key is bound to. */
export type Addresses = Pick<Credentials, 'baseUrl' | 'appUrl'>

/** The two addresses of a profile, without slashes at their ends. */
export const addressesOf = ({ baseUrl, appUrl = baseUrl }: Profile): Addresses => ({
  baseUrl: parseAddress(baseUrl, 'baseUrl'),
  appUrl: parseAddress(appUrl, 'appUrl'),
})
