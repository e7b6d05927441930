import type { Command } from '../kit/command.ts'
import { serve } from './serve.ts'
import { serveAudit } from './serve-audit.ts'
import { serveDashboard } from './serve-dashboard.ts'
import { serveForgetUser } from './serve-forget-user.ts'
import { serveKeyCommands } from './serve-keys.ts'
import { serveRebuild } from './serve-rebuild.ts'
import { serveRetention } from './serve-retention.ts'
import { serveTeamCommands } from './serve-teams.ts'
import { sync } from './sync.ts'

/** `qd serve`, the commands for the data of a server, and `qd sync`, which fills it. */
export const serverCommands: readonly Command[] = [
  serve,
  ...serveKeyCommands,
  ...serveTeamCommands,
  serveAudit,
  serveForgetUser,
  serveRebuild,
  serveRetention,
  serveDashboard,
  sync,
]
