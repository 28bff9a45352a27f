import type { Normalisation } from '../../schemas/extended-point.ts'

type Kind = Normalisation['kind']
type Of<K extends Kind> = Extract<Normalisation, { kind: K }>

/** Maps a hash to a point, in binary64. `md5-9998` needs the whole digest, so its hash applies it. */
const normalisations: { readonly [K in Exclude<Kind, 'md5-9998'>]: (norm: Of<K>) => (hash: number) => number } = {
  mod:
    ({ mod, add = 0, div = 1 }) =>
    (hash) =>
      // With modulus 0 there is only one point.
      ((mod === 0 ? 0 : hash % mod) + add) / div,
  div:
    ({ by }) =>
    (hash) =>
      hash / by,
  scale:
    ({ to }) =>
    (hash) =>
      Math.floor((hash / 2 ** 32) * to),
  // Exact (hash × total) >> 32; the product itself would not fit binary64.
  mulshift:
    ({ total }) =>
    (hash) =>
      Math.floor(((hash >>> 16) * total + Math.floor(((hash & 0xffff) * total) / 0x10000)) / 0x10000),
  absint32:
    ({ by }) =>
    (hash) =>
      (Math.abs(hash | 0) / by) * 100,
}

export const normalise = (norm: Exclude<Normalisation, { kind: 'md5-9998' }>): ((hash: number) => number) => {
  // Safe cast: each kind selects the function for its own shape.
  const make = normalisations[norm.kind] as (norm: Normalisation) => (hash: number) => number
  return make(norm)
}
