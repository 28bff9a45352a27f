import { readFileSync } from 'node:fs'

/** Files that are no connections of callers at most: those of pages, of the database and of the data folder. */
const otherFiles = 2_048

/** How many connections a process may hold, so that it can open what it needs besides; any number where no limit is known. */
export function connectionsOf(processLimits = ownLimits()): number {
  const open = Number(/^Max open files\s+(\d+)/m.exec(processLimits)?.[1] ?? Number.POSITIVE_INFINITY)
  return Math.floor(open - Math.min(open / 4, otherFiles))
}

/** As Linux tells them. */
function ownLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
