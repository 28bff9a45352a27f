import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'

/** One line of the table; times in milliseconds. `goal` names the figure that it is for. */
export type Row = {
  what: string
  p50: number
  p99: number
  worst: number
  perSecond?: number
  /** Processor time of this program and of PostgreSQL for one act: what holds on a busy machine too. */
  cpu?: number | undefined
  goal?: { figure: 'p99' | 'worst'; under: number }
  /** Load average of the machine over the last minute, when the line was done. */
  load: number
}

export const shown = new Intl.NumberFormat('en')

export async function timed(act: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await act()
  return performance.now() - before
}

/** A line of these times. */
export function row(what: string, times: readonly number[], more: Partial<Row> = {}): Row {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { what, p50: at(0.5), p99: at(0.99), worst: at(1), load: round(os.loadavg()[0] ?? Number.NaN), ...more }
}

/** A clock of the processor time, in milliseconds, of this program and of a PostgreSQL; on Linux only. */
export type CpuClock = () => number | undefined

export const cpuClock =
  (postmaster: number): CpuClock =>
  () => {
    if (process.platform !== 'linux') return undefined
    const { user, system } = process.cpuUsage()
    let ticks = 0
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const stat = statOf(pid)
      const [ppid, utime, stime, cutime, cstime] = [1, 11, 12, 13, 14].map((at) => Number(stat[at]))
      if (Number(pid) === postmaster) ticks += (cutime ?? 0) + (cstime ?? 0)
      if (Number(pid) === postmaster || ppid === postmaster) ticks += (utime ?? 0) + (stime ?? 0)
    }
    return (user + system) / 1_000 + ticks * 10
  }

/** The fields behind a process's name; empty where it has just ended. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Processor time since `before` for one of `acts`. */
export const cpuOf = (clock: CpuClock, before: number | undefined, acts: number): number | undefined => {
  const now = clock()
  return now === undefined || before === undefined ? undefined : round((now - before) / acts)
}

const round = (value: number) => Math.round(value * 10) / 10
