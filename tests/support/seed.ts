/**
 * What the suite draws from: the same each time, so that what turns red comes from the change. `npm run hunt` draws others;
 * `FANION_SEED` repeats one.
 */
export const suiteSeed = Number(process.env['FANION_SEED'] ?? 20_261_122)
if (!Number.isSafeInteger(suiteSeed)) throw new Error('FANION_SEED is a whole number.')
