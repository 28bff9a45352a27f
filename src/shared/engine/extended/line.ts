import type { ExtendedPoint, Normalisation } from '../../schemas/extended-point.ts'

/** A scale of `count` evenly spaced points, in ascending order. */
export type LatticeLine = {
  readonly count: number
  /** Returns the point of a step, from 0 to `count` − 1, computed as the engine does. */
  readonly imageOf: (step: number) => number
  /** Returns the step of a point; a fraction between two points. */
  readonly stepOf: (point: number) => number
}

/** A scale with points anywhere from 0 to `end`. */
export type ContinuousLine = { readonly end: number }

/** Returns the points that a hash and its normalization can produce; null if their distribution is unknown. */
export function lineOf(norm: Normalisation, hash: ExtendedPoint['hash']): LatticeLine | ContinuousLine | null {
  const hashes = hash.algorithm === 'sha1-prefix' ? 16 ** (hash.hex ?? 15) : 2 ** 32
  const steps = (count: number): LatticeLine => ({ count, imageOf: (step) => step, stepOf: (point) => point })
  switch (norm.kind) {
    case 'mod': {
      const { mod, add = 0, div = 1 } = norm
      if (!(div > 0) || mod > hashes) return null
      return {
        count: Math.max(1, mod),
        imageOf: (step) => (step + add) / div,
        stepOf: (point) => point * div - add,
      }
    }
    case 'scale':
      return norm.to >= 1 && hash.algorithm !== 'sha1-prefix' ? steps(Math.ceil(norm.to)) : null
    case 'mulshift':
      return hash.algorithm === 'sha1-prefix' ? null : steps(Math.max(1, norm.total))
    case 'md5-9998':
      return {
        count: 9_998,
        imageOf: (step) => (step / 9_998) * 100,
        stepOf: (point) => (point / 100) * 9_998,
      }
    case 'div':
      return norm.by > 0 ? { end: hashes / norm.by } : null
    case 'absint32':
      return { end: (2 ** 31 / norm.by) * 100 }
  }
}
