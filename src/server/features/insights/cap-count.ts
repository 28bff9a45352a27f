/** Caps a sum of counts at the largest exact integer. Reports above that cannot be genuine. */
export const capCount = (sum: number): number => Math.min(sum, Number.MAX_SAFE_INTEGER)
