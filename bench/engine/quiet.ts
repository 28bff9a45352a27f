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

/** Share of the CPU that other processes use now, from 0 to 1. The calling process must be idle. */
const load = async (): Promise<number> => {
  const before = ticks()
  await sleep(60)
  const after = ticks()
  return (after.busy - before.busy) / Math.max(1, after.all - before.all)
}

/**
 * Waits until at most half of the CPU is busy or the time is over, and returns whether the machine was quiet. Other
 * work evicts the memory caches of a measurement, even on other cores.
 */
export const quiet = async (patienceMs: number): Promise<boolean> => {
  const end = performance.now() + patienceMs
  do {
    if ((await load()) <= 0.55) return true
  } while (performance.now() < end)
  return false
}
