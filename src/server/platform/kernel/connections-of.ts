import { readFileSync } from 'node:fs'

/** Upper bound of open files that are not client connections: UI assets, the database and the data folder. */
const otherFiles = 2_048

/** Maximum number of connections, so that the process can still open other files. Unlimited if no limit is known. */
export function connectionsOf(processLimits = ownLimits()): number {
  const open = Number(/^Max open files\s+(\d+)/m.exec(processLimits)?.[1] ?? Number.POSITIVE_INFINITY)
  return Math.floor(open - Math.min(open / 4, otherFiles))
}

/** The process limits as reported by Linux. */
function ownLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
