import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { path } from './bench-kit.ts'

export type Spent = { ms: number; cpuMs: number }
type Phase = { cpuMs: number; bytes: number; p95Ms: number; unanswered: number; span: [number, number] }
export type Answer = Spent & {
  firstFrame: Spent
  steps: Spent[]
  phases: Record<'move' | 'scroll', Phase>
  /** The phases of the other program, measured in turn with this one. */
  other: Record<'move' | 'scroll', Phase>
  idleCpuMs: number
  idleBytes: number
  residentMb: number
  loading: { p95Ms: number; maxMs: number; unanswered: number }
  /** The peak memory of the program and of each of its children while loading. */
  peaksMb: number[]
}

/** Runs a program in a terminal of its own. @param plan - See pty-bench.py. */
export const measure = async (plan: Record<string, unknown>): Promise<Answer> => {
  const text = JSON.stringify({ cols: 120, rows: 40, ...plan })
  try {
    return JSON.parse((await promisify(execFile)('python3', [path('pty-bench.py'), text])).stdout)
  } catch (error) {
    const { stdout, message } = error as { stdout?: string; message: string }
    throw new Error(`${(plan.command as string[]).join(' ')} could not be measured: ${stdout || message}`)
  }
}
