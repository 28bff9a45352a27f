/**
 * What the suite draws from: the same each time, so that what turns red comes from the change. `npm run hunt` draws others;
 * `FANION_SEED` repeats one.
 */
export const suiteSeed = Number(process.env['FANION_SEED'] ?? 20_261_122)
if (!Number.isSafeInteger(suiteSeed)) throw new Error('FANION_SEED is a whole number.')

const factor = Number(process.env['FANION_DRAWS'] ?? 1)
if (!Number.isSafeInteger(factor) || factor < 1) throw new Error('FANION_DRAWS is a whole number from 1.')

/** Whether more is drawn than `npm test` draws. */
export const drawsMore = factor > 1

/** How often something is drawn: so many times in `npm test`, and `FANION_DRAWS` times as many, or as `hunted`, by hand. */
export const draws = (usual: number, hunted = usual): number => (drawsMore ? hunted * factor : usual)
