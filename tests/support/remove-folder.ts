import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../src/server/platform/db/embedded/owner.ts'

/** How long to wait for a process to exit before it is killed. */
const patienceMs = 10_000

/** Removes a folder after ending the processes that still use it, for example a PostgreSQL whose server was killed. */
export async function removeFolder(folder: string): Promise<void> {
  for (let left = livingIn(folder); left.length > 0; left = livingIn(folder)) await Promise.all(left.map(end))
  // The children of a killed PostgreSQL notice its end a moment later, and may still be writing.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Processes whose command line contains the folder. */
function livingIn(folder: string): number[] {
  const others = (found: readonly (readonly [number, string])[]) =>
    found
      .filter(([pid, command]) => pid !== process.pid && command.includes(folder) && isAlive(pid))
      .map(([pid]) => pid)
  if (existsSync('/proc/self/cmdline'))
    return others(
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => [Number(pid), commandOf(pid)] as const),
    )
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  return others(lines.map((line) => [Number.parseInt(line, 10), line] as const))
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it has just ended
  }
}

/** Ends a process that is not our child. PostgreSQL treats SIGQUIT as immediate shutdown with all children. */
async function end(pid: number): Promise<void> {
  signal(pid, 'SIGQUIT')
  for (const until = performance.now() + patienceMs; isAlive(pid) && performance.now() < until; ) await sleep(20)
  if (!isAlive(pid)) return
  signal(pid, 'SIGKILL')
  while (isAlive(pid)) await sleep(20)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has just ended.
  }
}
