import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../src/server/platform/db/embedded/owner.ts'

/** How long a process is given to end before it is killed. */
const patienceMs = 10_000

/** Removes a folder, and ends before that whoever still lives in it: a PostgreSQL, for example, whose server was killed. */
export async function removeFolder(folder: string): Promise<void> {
  for (let left = livingIn(folder); left.length > 0; left = livingIn(folder)) await Promise.all(left.map(end))
  // the processes of a killed PostgreSQL hear of its end a moment later, and may be writing their last
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** The processes whose command names the folder. */
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

/** Ends a process that is not ours to await: PostgreSQL takes SIGQUIT for “at once, with all of yours”. */
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
    // it has just ended
  }
}
