/**
 * Returns the 32-bit FNV-1a hash, unsigned, over bytes, or over whole UTF-16 code units if a vendor does so. Source:
 * Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo, http://www.isthe.com/chongo/tech/comp/fnv/
 */
export const fnv1a = (units: readonly number[]): number => {
  let h = 0x811c9dc5
  for (const unit of units) h = Math.imul(h ^ unit, 0x01000193)
  return h >>> 0
}
