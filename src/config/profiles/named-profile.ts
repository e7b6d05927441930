import type { Credentials } from '../credentials.ts'
import type { Profile } from './config-schema.ts'

/** A profile by its name. */
export type NamedProfile = { name: string; profile: Profile }

/** The two addresses that a key is bound to. */
export type Addresses = Pick<Credentials, 'baseUrl' | 'appUrl'>

/** The two addresses of a profile as they stand in the configuration. */
export const addressesOf = ({ baseUrl, appUrl }: Profile): Addresses => ({ baseUrl, appUrl: appUrl ?? baseUrl })
