import type { Interval } from '../../../../src/shared/statistics/effect.ts'
import { between0And1 } from '../../../../src/shared/statistics/given.ts'
import { normalTailQuantile } from '../../../../src/shared/statistics/special/normal.ts'
import type { Successes } from './proportions.ts'

/**
 * The control's share with the highest likelihood if the treatment's is `apart` higher: the root of a cubic (Farrington
 * & Manning 1990).
 */
const controlShare = (control: Successes, treatment: Successes, apart: number): number => {
  const n = control.n + treatment.n
  // In terms of the treatment's share p, with p − apart for the control.
  const theta = control.n / treatment.n
  const [pt, pc] = [treatment.x / treatment.n, control.x / control.n]
  const a = 1 + theta
  const b = -(1 + theta + pt + theta * pc + apart * (theta + 2))
  const c = apart * apart + apart * (2 * pt + theta + 1) + pt + theta * pc
  const d = -pt * apart * (1 + apart)
  const v = (b / (3 * a)) ** 3 - (b * c) / (6 * a * a) + d / (2 * a)
  const u = Math.sign(v || 1) * Math.sqrt(Math.max(0, (b / (3 * a)) ** 2 - c / (3 * a)))
  const turn = u === 0 ? 0 : Math.min(1, Math.max(-1, v / u ** 3))
  const share = 2 * u * Math.cos((Math.PI + Math.acos(turn)) / 3) - b / (3 * a)
  const fitted = Math.min(Math.min(1, 1 + apart), Math.max(Math.max(0, apart), share))
  return n === 0 ? 0 : fitted - apart
}

/**
 * The score of a difference: the distance of the observed one from it, in standard errors under that difference, with
 * the factor n/(n − 1).
 */
const score = (control: Successes, treatment: Successes, apart: number): number => {
  const n = control.n + treatment.n
  const pc = controlShare(control, treatment, apart)
  const pt = pc + apart
  const variance = ((pt * (1 - pt)) / treatment.n + (pc * (1 - pc)) / control.n) * (n / (n - 1))
  const off = treatment.x / treatment.n - control.x / control.n - apart
  return off === 0 ? 0 : off / Math.sqrt(Math.max(variance, 1e-300))
}

/** The score interval of pT − pC (Miettinen & Nurminen 1985): all differences whose score is within z. */
export const scoreInterval = (control: Successes, treatment: Successes, alpha: number): Interval => {
  const z = normalTailQuantile(between0And1(alpha, 'alpha') / 2)
  const seen = treatment.x / treatment.n - control.x / control.n
  const end = (outer: number): number => {
    let [inside, outside] = [seen, outer]
    for (let step = 0; step < 100; step++) {
      const middle = (inside + outside) / 2
      if (Math.abs(score(control, treatment, middle)) <= z) inside = middle
      else outside = middle
    }
    return inside
  }
  return [end(-1), end(1)]
}
