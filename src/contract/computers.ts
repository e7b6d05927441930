import * as z from 'zod'
import { openEnum, UnixMs } from './primitives.ts'

/** Brought by its owner; hosted providers have names of their own. */
const PROVIDER_TYPES = ['byom'] as const

/** Where a computer stands. */
const COMPUTER_STATUSES = ['provisioning', 'active', 'error'] as const

/** One step on the way to a usable computer. Every member may be missing. */
export const ProvisioningStep = z.looseObject({
  /** Seen: `create-computer`, `clone-repos`, `install-deps`. */
  id: z.string().optional(),
  name: z.string().optional(),
  /** Seen: `pending`, `in_progress`, `completed`; `error` and `failed` mean failure. */
  status: z.string().optional(),
  error: z.string().optional(),
  startedAt: UnixMs.optional(),
  completedAt: UnixMs.optional(),
  /** The session that runs the installation. */
  installSessionId: z.string().optional(),
})
export type ProvisioningStep = z.infer<typeof ProvisioningStep>

/** A machine that agents work on. */
export const Computer = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** One of {@link PROVIDER_TYPES}, or the name of a hosted provider. */
  providerType: openEnum(PROVIDER_TYPES),
  createdAt: UnixMs,
  hostId: z.uuid().optional(),
  /** An older name of what `hostId` tells. */
  hostname: z.string().optional(),
  /** One of {@link COMPUTER_STATUSES}; others may come. */
  status: openEnum(COMPUTER_STATUSES).optional(),
  provisioningSteps: z.array(ProvisioningStep).optional(),
  /** Where clients reach the relay. */
  relayClientUrl: z.string().optional(),
  /** Where the agent reaches the relay. */
  relayAgentUrl: z.string().optional(),
  remoteUser: z.string().optional(),
  clonedRepoDirectories: z.array(z.string()).optional(),
  ownerPrincipalKind: z.string().optional(),
  ownerId: z.string().optional(),
  /** `{kind: template, templateId}` or `{kind: computer, computerId}`; other kinds may come. */
  computerSource: z
    .looseObject({ kind: z.string(), templateId: z.string().optional(), computerId: z.string().optional() })
    .optional(),
})
export type Computer = z.infer<typeof Computer>

export const ComputerPath = z.object({ computerId: z.string().min(1) })

/** What may be changed; a member that is absent stays as it is. Names are 1 to 63 characters. */
export const ComputerUpdate = z.object({
  name: z.string().min(1).max(63).optional(),
  hostId: z.uuid().optional(),
  remoteUser: z.string().min(1).max(63).optional(),
})
export type ComputerUpdate = z.infer<typeof ComputerUpdate>

/** A computer that is to be made. Names are 1 to 63 characters. */
export const ComputerCreation = z.object({
  name: z.string().min(1).max(63),
  remoteUser: z.string().min(1).max(63),
  /** One of {@link PROVIDER_TYPES}, or the name of a hosted provider. */
  provider: openEnum(PROVIDER_TYPES),
})

/** Filters the list of computers. */
export const ComputersQuery = z.object({
  hostId: z.uuid().optional(),
  /** Whether each computer comes with its steps. */
  includeProvisioningSteps: z.enum(['true', 'false']).optional(),
})

/** `{computers}`. */
export const Computers = z.looseObject({ computers: z.array(Computer) })
