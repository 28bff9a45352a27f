import { setTimeout as sleep } from 'node:timers/promises'

/** Whether `npm run chaos` runs the test, at full speed. `npm test` shares the machine with other files. */
export const isLong = process.env['FANION_CHAOS_REPORT'] !== undefined

/** Pauses for a random time of up to `mostMs`. No pause in a long run. */
export const rest = async (mostMs: number): Promise<void> => {
  if (!isLong) await sleep(Math.random() * mostMs)
}

/** Evaluations per millisecond of an application. */
export const evaluationsPerMs = isLong ? 10 : 1
