/**
 * The seed of the suite: fixed, so that a new failure comes from a code change. `npm run hunt` uses other seeds;
 * `FANION_SEED` repeats one.
 */
export const suiteSeed = Number(process.env['FANION_SEED'] ?? 20_261_122)
if (!Number.isSafeInteger(suiteSeed)) throw new Error('FANION_SEED is a whole number.')

const factor = Number(process.env['FANION_DRAWS'] ?? 1)
if (!Number.isSafeInteger(factor) || factor < 1) throw new Error('FANION_DRAWS is a whole number from 1.')

/** Whether this run makes more draws than `npm test`. */
export const drawsMore = factor > 1

/** Number of draws: `usual` in `npm test`; in long runs, `hunted` times `FANION_DRAWS`. */
export const draws = (usual: number, hunted = usual): number => (drawsMore ? hunted * factor : usual)
