/** A sum of counts as far as it can be read exactly: whoever told more than that, told no truth. */
export const readable = (sum: number): number => Math.min(sum, Number.MAX_SAFE_INTEGER)
