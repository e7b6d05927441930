import * as z from 'zod'
import { MAX_LIMIT_CHANGES, MIN_CREDIT_LIMIT, USERS_LIMIT } from './constants.ts'
import { AnyObject, IsoTime, openEnum, Pagination } from './primitives.ts'

/** A user who has a seat, with or without activity. */
export const OrganizationUser = z.looseObject({
  /** The `user_id` of analytics. */
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  /** When the user got the seat. */
  createdAt: IsoTime,
  /** Absent or null: never. */
  lastSignInAt: IsoTime.nullish(),
  metadata: AnyObject,
})
export type OrganizationUser = z.infer<typeof OrganizationUser>

/** The position in a list with pages. */
export const PageQuery = z.object({
  /** 1 to 100, default 20. */
  limit: z.int().min(USERS_LIMIT.min).max(USERS_LIMIT.max).optional(),
  /** `pagination.nextCursor` of the preceding page. */
  cursor: z.string().min(1).optional(),
})

/** `{users, pagination}`. */
export const OrganizationUsers = z.looseObject({ users: z.array(OrganizationUser), pagination: Pagination })

/** `{limit}`: credits of each user and billing period; null if there is no limit. */
export const GlobalLimit = z.looseObject({ limit: z.number().nullable() })

/** A limit in a request. Null removes it. */
const NewLimit = z.int().min(MIN_CREDIT_LIMIT).nullable()

/** Request body for the limit of every user without a limit of their own. */
export const GlobalLimitChange = z.object({ limit: NewLimit })

/** A user's own limit, which replaces the global one. */
export const UserLimit = z.looseObject({ email: z.string(), limit: z.number().nullable() })
export type UserLimit = z.infer<typeof UserLimit>

/** `{globalLimit, userLimits}`: the users who have a limit of their own. */
export const UserLimits = z.looseObject({ globalLimit: z.number().nullable(), userLimits: z.array(UserLimit) })

/** Request body for the own limits of 1 to 100 users. */
export const UserLimitChanges = z.object({
  users: z
    .array(z.object({ email: z.string().min(1), limit: NewLimit }))
    .min(1)
    .max(MAX_LIMIT_CHANGES),
})

/** `{updated, errors}`: some users may fail although the others are changed. */
export const UserLimitResults = z.looseObject({
  updated: z.array(UserLimit),
  errors: z.array(z.looseObject({ email: z.string(), error: z.string() })),
})

const AUDIT_EVENT_TYPES = [
  'user_limit_change',
  'membership_change',
  'api_key_lifecycle_change',
  'service_account_change',
  'integration_change',
  'organization_lifecycle_change',
  'managed_settings_change',
  'analytics_settings_change',
  'voucher_redeemed',
] as const

const PRINCIPAL_KINDS = ['human', 'service'] as const

/** One entry of the organisation's audit log. */
export const AuditEvent = z.looseObject({
  /** One of {@link AUDIT_EVENT_TYPES}; other values may appear. */
  eventType: openEnum(AUDIT_EVENT_TYPES),
  /** Null is the system itself. */
  actor: z
    .looseObject({
      /** One of {@link PRINCIPAL_KINDS}; other values may appear. */
      principalKind: openEnum(PRINCIPAL_KINDS),
      principalId: z.string(),
      email: z.string().nullish(),
      role: z.string().nullish(),
    })
    .nullable(),
  /** Where the change was made. Its type is not documented; our service sends text. */
  source: z.unknown().optional(),
  /** What was changed. Its type is not documented; our service sends text. */
  target: z.unknown().optional(),
  /** Depends on the type of the event. `managed_settings_change` has `revision` and `updatedKeys`. */
  payload: AnyObject.nullish(),
  createdAt: IsoTime,
})
export type AuditEvent = z.infer<typeof AuditEvent>

/** `{events, pagination}`, newest first. On other servers the list may have another name. */
export const AuditEvents = z.looseObject({ events: z.array(AuditEvent), pagination: Pagination.optional() })
