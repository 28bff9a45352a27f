import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const ticks = (): { busy: number; all: number } => {
  let [busy, all] = [0, 0]
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.irq + times.idle
    all += sum
    busy += sum - times.idle
  }
  return { busy, all }
}

/** How much of the machine others are using just now, from 0 to 1; the process that asks has to be idle. */
const load = async (): Promise<number> => {
  const before = ticks()
  await sleep(60)
  const after = ticks()
  return (after.busy - before.busy) / Math.max(1, after.all - before.all)
}

/**
 * Waits until at most half of the machine is busy, or the patience is at its end; answers whether it was quiet. Work beside
 * a measurement takes the memory caches away from it, even when it leaves it a core.
 */
export const quiet = async (patienceMs: number): Promise<boolean> => {
  const end = performance.now() + patienceMs
  do {
    if ((await load()) <= 0.55) return true
  } while (performance.now() < end)
  return false
}
