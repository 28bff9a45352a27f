import { between0And1 } from './given.ts'
import { normalDensity, normalTail, normalTailQuantile } from './special/normal.ts'

/** How much of the error may be spent by a fraction of the planned time, on each side. */
export type Spending = { readonly kind: 'obrien-fleming' } | { readonly kind: 'power'; readonly exponent: number }

/** A look: the fraction of the planned calendar time that has passed, and the information (units) so far. */
export type PlannedLook = { readonly time: number; readonly information: number }

/** Maximum of a bound. What would be spent beyond it is less than 10⁻¹⁵. */
const highest = 8

/**
 * Returns the error spent up to a time, per side: O'Brien and Fleming's 2 - 2Φ(z_{1-α/4}/√t), or (α/2)·t^φ (Lan &
 * DeMets 1983).
 * @param time from 0; values above 1 count as 1
 */
export const spentErrorAt = (time: number, alpha: number, spending: Spending): number => {
  if (!(time >= 0)) throw new RangeError(`time must be a part of the planned time, not ${String(time)}`)
  const t = Math.min(1, time)
  if (t === 0) return 0
  const half = between0And1(alpha, 'alpha') / 2
  return spending.kind === 'power'
    ? half * t ** spending.exponent
    : 2 * normalTail(normalTailQuantile(half / 2) / Math.sqrt(t))
}

/** Nodes and weights of Gauss–Legendre quadrature on [-1, 1], by Newton's method on the polynomial. */
const gaussLegendre = (points: number): readonly (readonly [number, number])[] =>
  Array.from({ length: points }, (_, at) => {
    let x = Math.cos((Math.PI * (at + 0.75)) / (points + 0.5))
    let slope = 1
    for (let step = 0; step < 8; step++) {
      let [before, now] = [1, x]
      for (let k = 2; k <= points; k++) [before, now] = [now, ((2 * k - 1) * x * now - (k - 1) * before) / k]
      slope = (points * (x * now - before)) / (x * x - 1)
      x -= now / slope
    }
    return [x, 2 / ((1 - x * x) * slope * slope)] as const
  })

/** Panels of sixteen nodes: 160 nodes in all, more if little new information makes the density narrow. */
const rule = gaussLegendre(16)
type Nodes = { readonly at: Float64Array; readonly mass: Float64Array }

/** Returns nodes on [from, to] with the mass that `density` gives each. */
const spread = (from: number, to: number, panels: number, density: (x: number) => number): Nodes => {
  const [at, mass] = [new Float64Array(panels * rule.length), new Float64Array(panels * rule.length)]
  const half = (to - from) / panels / 2
  for (let panel = 0, place = 0; panel < panels; panel++)
    for (const [x, weight] of rule) {
      const here = from + half * (2 * panel + 1 + x)
      at[place] = here
      mass[place++] = density(here) * weight * half
    }
  return { at, mass }
}

/** Distance beyond which the normal distribution does not affect a bound. */
const far = 9.5

/** Σ mass·of((x - place)/step) over the nodes within reach. Nodes far above x count as `above`. */
const sumOver = ({ at, mass }: Nodes, x: number, step: number, of: (away: number) => number, above: number): number => {
  let sum = 0
  for (let index = 0; index < mass.length; index++) {
    const away = (x - (at[index] ?? 0)) / step
    if (away < far) sum += (mass[index] ?? 0) * (away > -far ? of(away) : above)
  }
  return sum
}

/** The paths that have crossed no bound so far: the positions of B(I), with variance I. */
type State = { readonly nodes: Nodes | undefined; readonly information: number }

/** P(no bound crossed before, and B beyond `bound` now). */
const crossing = ({ nodes, information }: State, now: number, bound: number): number => {
  const step = Math.sqrt(now - information)
  return nodes ? sumOver(nodes, bound, step, normalTail, 1) : normalTail(bound / step)
}

/** The density of the paths that have crossed no bound so far, at a position. */
const densityAt = ({ nodes, information }: State, now: number, here: number): number => {
  const step = Math.sqrt(now - information)
  return (nodes ? sumOver(nodes, here, step, normalDensity, 0) : normalDensity(here / step)) / step
}

/**
 * Returns the z at which exactly `rest` is spent at this look, at most `highest`: Newton's method within a shrinking
 * bracket.
 */
const boundFor = (state: State, now: number, rest: number): number => {
  const root = Math.sqrt(now)
  if (crossing(state, now, highest * root) >= rest) return highest
  let [low, high, z] = [-highest, highest, 3]
  for (let step = 0; step < 60; step++) {
    const spent = crossing(state, now, z * root)
    if (spent > rest) low = z
    else high = z
    // The logarithm of a tail is nearly linear.
    const newton = z + (Math.log(spent / rest) * spent) / (densityAt(state, now, z * root) * root)
    const next = newton > low && newton < high ? newton : (low + high) / 2
    if (Math.abs(next - z) < 1e-12) return next
    z = next
  }
  return z
}

/** Continues after a look whose bound was not crossed. The opposite bound is ignored on each side. */
const continueAfterLook = (state: State, now: number, bound: number, next: number): State => {
  const from = -highest * Math.sqrt(now)
  const narrow = Math.sqrt(Math.min(next - now, now))
  const panels = Math.min(60, Math.max(10, Math.ceil((bound - from) / (16 * narrow))))
  return { nodes: spread(from, bound, panels, (here) => densityAt(state, now, here)), information: now }
}

/**
 * Returns bounds for |d|/√V, one per look, such that without a difference, any of them is crossed in α of all runs. The
 * error spent follows the calendar; the correlation of looks follows the units so far (Armitage, McPherson & Rowe 1969;
 * Lan & DeMets 1989). A look without new units has the bound Infinity: there is nothing new to decide.
 * @param looks in order; a bound depends only on looks up to its own, so it never changes afterwards
 * @throws {RangeError} if time or information decreases
 */
export const lookBounds = (
  looks: readonly PlannedLook[],
  alpha: number,
  spending: Spending = { kind: 'obrien-fleming' },
): number[] => {
  looks.forEach(({ time, information }, at) => {
    const before = looks[at - 1] ?? { time: 0, information: 0 }
    if (!(time >= before.time)) throw new RangeError(`looks[${String(at)}].time must not be below the look before`)
    if (!(information >= before.information) || !Number.isFinite(information))
      throw new RangeError(`looks[${String(at)}].information must be a number not below the look before`)
  })
  const whole = looks.at(-1)?.information ?? 0
  let state: State = { nodes: undefined, information: 0 }
  let spent = 0
  return looks.map(({ time, information }, at) => {
    const now = information / (whole || 1)
    if (!(now - state.information > 1e-9)) return Infinity
    const target = spentErrorAt(time, alpha, spending)
    const z = boundFor(state, now, target - spent)
    const bound = z * Math.sqrt(now)
    spent = target
    const next = looks.slice(at + 1).find((look) => look.information / whole - now > 1e-9)
    if (next) state = continueAfterLook(state, now, bound, next.information / whole)
    return z
  })
}
