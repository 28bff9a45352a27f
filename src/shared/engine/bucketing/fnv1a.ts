/**
 * FNV-1a, 32 bits, by Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo: http://www.isthe.com/chongo/tech/comp/fnv/
 * Over bytes, or over whole code units where a system does that. An unsigned 32-bit integer.
 */
export const fnv1a = (units: readonly number[]): number => {
  let h = 0x811c9dc5
  for (const unit of units) h = Math.imul(h ^ unit, 0x01000193)
  return h >>> 0
}
