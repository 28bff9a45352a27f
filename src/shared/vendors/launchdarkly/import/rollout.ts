import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import type { Serve } from '../../../schemas/split.ts'
import { defaultKind, keyOf, readOf } from './attribute.ts'
import type { LdRollout, LdVariationOrRollout } from './config.ts'
import { type LdScope, malformedFlag } from './scope.ts'

/** The weight of 100 %, in thousandths of a percent. */
export const weightUnits = 100_000

const malformed: Serve = { error: malformedFlag }

/**
 * The line [0, 1]: SHA-1 of `prefix.unit`, first 15 hex digits divided by 2^60 (equal to 0xfffffffffffffff in double
 * precision). The unit is a string or an integer.
 */
export const pointOf = (prefix: string, unit: AttributeRef): ExtendedPoint => ({
  unit: { parts: [{ literal: `${prefix}.` }, { attribute: unit, str: 'integer' }] },
  hash: { algorithm: 'sha1-prefix', hex: 15, encoding: 'utf8' },
  norm: { kind: 'div', by: 2 ** 60 },
})

/** What a rule or the fallthrough serves. `variants` are Fanion's keys in the order of the variations. */
export const serveOf = (
  scope: LdScope,
  serving: LdVariationOrRollout,
  flag: { prefix: string; variants: readonly string[] },
): Serve => {
  if (typeof serving.variation === 'number') return variantAt(flag.variants, serving.variation)
  return serving.rollout ? splitOf(scope, serving.rollout, flag) : malformed
}

/** The variant at an index. An invalid index is the vendor's error. */
export const variantAt = (variants: readonly string[], index: number): Serve => {
  const variant = variants[index]
  return variant === undefined ? malformed : { variant }
}

const splitOf = (
  scope: LdScope,
  rollout: LdRollout,
  { prefix, variants }: { prefix: string; variants: readonly string[] },
): Serve => {
  const weights = rollout.variations ?? []
  const experiment = rollout.kind === 'experiment'
  const by = experiment ? null : rollout.bucketBy
  const unit = by ? readOf(by, rollout.contextKind) : keyOf(rollout.contextKind || defaultKind)
  if (weights.length === 0 || unit === null) return malformed
  if (rollout.seed === 0) {
    scope.report(
      'warn',
      'rollout.seed',
      'JavaScript SDKs read the seed 0 as no seed; it was imported so. Others use it.',
    )
  }
  let sum = 0
  const slots = weights.map(({ variation, weight, untracked }, i) => {
    const lo = sum
    sum += weight / weightUnits
    return {
      ...(i === 0 ? {} : { lo }),
      hi: sum,
      serve: variantAt(variants, variation),
      ...(untracked === true ? { untracked } : {}),
    }
  })
  // Without a unit, LaunchDarkly uses bucket 0 but excludes the user from experiments.
  const atZero = slots.find(({ hi }) => hi > 0) ?? slots.at(-1)
  return {
    wide: {
      point: pointOf(rollout.seed ? String(rollout.seed) : prefix, unit),
      bounds: '[)',
      slots,
      overflow: 'last',
      noUnit: 'serve',
      noUnitServe: atZero?.serve ?? malformed,
      ...(experiment ? { experiment } : {}),
      source: {
        layout: 'cumulative',
        weights: weights.map(({ variation, weight }) => ({ variant: variants[variation] ?? null, weight })),
      },
    },
  }
}
