import { setTimeout as sleep } from 'node:timers/promises'

/** Whether `npm run chaos` runs it: as fast as the machine can. In `npm test` the machine is for other files, too. */
export const isLong = process.env['FANION_CHAOS_REPORT'] !== undefined

/** A pause of whoever works on and on, up to so long at random; none in a long run. */
export const rest = async (mostMs: number): Promise<void> => {
  if (!isLong) await sleep(Math.random() * mostMs)
}

/** How many times a program evaluates in a millisecond. */
export const evaluationsPerMs = isLong ? 10 : 1
