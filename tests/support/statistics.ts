import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Row = z.array(z.number())
const Vectors = z.object({
  tails: z.object({
    normalTail: z.array(Row),
    normalQuantile: z.array(Row),
    studentTail: z.array(Row),
    chiSquareTail: z.array(Row),
    betaCdf: z.array(Row),
    logGamma: z.array(Row),
  }),
  shares: z.array(
    z.object({
      phases: z.array(Row),
      direction: z.enum(['higher', 'lower', 'two-sided']),
      null: z.number(),
      log: z.number(),
    }),
  ),
  ratios: z.array(z.object({ observed: Row, weights: Row, log: z.number() })),
  lifts: z.array(z.object({ given: Row, ends: Row })),
  bounds: z.array(z.object({ t: z.number(), alpha: z.number(), z: Row })),
})

/** Reference values computed from the definitions with 60 digits, by scripts/statistics/make-vectors.py. */
export const statisticsVectors = Vectors.parse(
  JSON.parse(readFileSync(new URL('../../scripts/statistics/vectors.json', import.meta.url), 'utf8')),
)

/** The relative error of a value. */
export const relativeError = (got: number, wanted: number): number =>
  got === wanted ? 0 : Math.abs(got - wanted) / Math.abs(wanted)

/** Seeded draws: uniform, normal, Bernoulli, binomial by waiting times, Poisson-like counts. */
export const drawsOf = (seed: number) => {
  let state = seed >>> 0
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 2 ** 32
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  const once = (p: number): boolean => uniform() < p
  /** A binomial draw with n trials of probability p. The number of steps is the number of successes. */
  const binomial = (n: number, p: number): number => {
    if (p > 0.5) return n - binomial(n, 1 - p)
    if (p <= 0) return 0
    const perStep = Math.log1p(-p)
    let found = -1
    for (let at = 0; at <= n; found++) at += Math.floor(Math.log(uniform()) / perStep) + 1
    return found
  }
  return { uniform, normal, once, binomial }
}
