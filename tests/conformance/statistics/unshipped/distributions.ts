import { normalTail } from '../../../../src/shared/statistics/special/normal.ts'
import { studentTailQuantile } from '../../../../src/shared/statistics/special/student.ts'

/** Φ(x) = P(Z ≤ x). */
export const normalCdf = (x: number): number => normalTail(-x)

/** The t with P(T ≤ t) = p. */
export const studentQuantile = (p: number, df: number): number =>
  p < 0.5 ? -studentTailQuantile(p, df) : studentTailQuantile(1 - p, df)
