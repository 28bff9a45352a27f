import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'

/** One row of the table, in milliseconds. `goal` applies to the named figure. */
export type Row = {
  what: string
  p50: number
  p99: number
  worst: number
  perSecond?: number
  /** CPU time of this process and PostgreSQL for one operation, which is meaningful on a busy machine, too. */
  cpu?: number | undefined
  goal?: { figure: 'p99' | 'worst'; under: number }
  /** Load average over the last minute at the end of the measurement. */
  load: number
}

export const shown = new Intl.NumberFormat('en')

export async function timed(act: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await act()
  return performance.now() - before
}

/** Returns a row with these times. */
export function row(what: string, times: readonly number[], more: Partial<Row> = {}): Row {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { what, p50: at(0.5), p99: at(0.99), worst: at(1), load: round(os.loadavg()[0] ?? Number.NaN), ...more }
}

/** Returns the CPU time of this process and a PostgreSQL in ms. Linux only. */
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

/** Returns the fields after the process name in /proc, or an empty list if the process has exited. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Returns the CPU time since `before` per act. */
export const cpuOf = (clock: CpuClock, before: number | undefined, acts: number): number | undefined => {
  const now = clock()
  return now === undefined || before === undefined ? undefined : round((now - before) / acts)
}

const round = (value: number) => Math.round(value * 10) / 10
