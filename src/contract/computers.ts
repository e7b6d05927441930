import * as z from 'zod'
import { IsoTime, openEnum, UnixMs } from './primitives.ts'

/** A user's own machine (bring your own machine). Hosted providers have other names. */
const PROVIDER_TYPES = ['byom'] as const

const COMPUTER_STATUSES = ['provisioning', 'active', 'error'] as const

/** One step of setting up a computer. Every field may be missing. */
export const ProvisioningStep = z.looseObject({
  /** Known values: `create-computer`, `clone-repos`, `install-deps`. */
  id: z.string().optional(),
  name: z.string().optional(),
  /** Known values: `pending`, `in_progress`, `completed`; `error` and `failed` mean failure. */
  status: z.string().optional(),
  error: z.string().optional(),
  startedAt: UnixMs.optional(),
  completedAt: UnixMs.optional(),
  /** The session that runs the installation. */
  installSessionId: z.string().optional(),
})
export type ProvisioningStep = z.infer<typeof ProvisioningStep>

/** A machine for agents. */
export const Computer = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** One of {@link PROVIDER_TYPES}, or the name of a hosted provider. */
  providerType: openEnum(PROVIDER_TYPES),
  createdAt: UnixMs,
  hostId: z.uuid().optional(),
  /** An older field with the same meaning as `hostId`. */
  hostname: z.string().optional(),
  /** One of {@link COMPUTER_STATUSES}; other values may appear. */
  status: openEnum(COMPUTER_STATUSES).optional(),
  provisioningSteps: z.array(ProvisioningStep).optional(),
  /** The relay's address for clients. */
  relayClientUrl: z.string().optional(),
  /** The relay's address for the agent. */
  relayAgentUrl: z.string().optional(),
  remoteUser: z.string().optional(),
  clonedRepoDirectories: z.array(z.string()).optional(),
  ownerPrincipalKind: z.string().optional(),
  ownerId: z.string().optional(),
  /** `{kind: template, templateId}` or `{kind: computer, computerId}`; other kinds may appear. */
  computerSource: z
    .looseObject({ kind: z.string(), templateId: z.string().optional(), computerId: z.string().optional() })
    .optional(),
})
export type Computer = z.infer<typeof Computer>

export const ComputerPath = z.object({ computerId: z.string().min(1) })

/** An absent field stays unchanged. Names have 1 to 63 characters. */
export const ComputerUpdate = z.object({
  name: z.string().min(1).max(63).optional(),
  hostId: z.uuid().optional(),
  remoteUser: z.string().min(1).max(63).optional(),
})
export type ComputerUpdate = z.infer<typeof ComputerUpdate>

/** Request body for a new computer. Names have 1 to 63 characters. */
export const ComputerCreation = z.object({
  name: z.string().min(1).max(63),
  remoteUser: z.string().min(1).max(63),
  /** One of {@link PROVIDER_TYPES}, or the name of a hosted provider. */
  provider: openEnum(PROVIDER_TYPES),
})

/** Use of a computer at one time. Sizes are in bytes. */
export const ComputerMetric = z.looseObject({
  /** RFC 3339 date and time. */
  timestamp: IsoTime,
  /** 0 to 100, of all CPUs together. */
  cpuUsedPct: z.number(),
  cpuCount: z.number(),
  memUsed: z.number(),
  memTotal: z.number(),
  diskUsed: z.number(),
  diskTotal: z.number(),
})
export type ComputerMetric = z.infer<typeof ComputerMetric>

/** Where the list of metrics starts. @default an hour before now */
export const MetricsQuery = z.object({ start: IsoTime.optional() })

/** Filters for the list of computers. */
export const ComputersQuery = z.object({
  hostId: z.uuid().optional(),
  /** Whether the response includes the steps of each computer. */
  includeProvisioningSteps: z.enum(['true', 'false']).optional(),
})

/** `{computers}`. */
export const Computers = z.looseObject({ computers: z.array(Computer) })
