import { stepsOf } from '../attribute-steps.ts'
import type { LdRollout } from '../config.ts'
import { attributeOf } from './context.ts'
import type { Scope, Verdict } from './scope.ts'

/** A unit's bucket in [0, 1]. 0 if the attribute is neither a string nor an integer. */
export const bucketOf = (scope: Scope, prefix: string, kind: string | null, by: string | null): Verdict<number> => {
  const steps = by === null ? ['key'] : stepsOf(by, kind === null)
  if (steps === null) return 'malformed'
  const unit = attributeOf(scope.context, kind ?? 'user', steps)
  if (typeof unit !== 'string' && !Number.isInteger(unit)) return 0
  // SDKs divide by 0xfffffffffffffff, which is 2^60 in double precision.
  return Number.parseInt(scope.sha1(`${prefix}.${String(unit)}`).slice(0, 15), 16) / 2 ** 60
}

/** The variation of a rollout, and whether the user takes part in its experiment. */
export const rolloutOf = (
  scope: Scope,
  rollout: LdRollout,
  flagPrefix: string,
): Verdict<{ variation: number; inExperiment: boolean }> => {
  const experiment = rollout.kind === 'experiment'
  const kind = rollout.contextKind ?? null
  const prefix = rollout.seed ? String(rollout.seed) : flagPrefix
  const slots = rollout.variations ?? []
  const last = slots.at(-1)
  const bucket = bucketOf(scope, prefix, kind, experiment ? null : (rollout.bucketBy ?? null))
  if (last === undefined || bucket === 'malformed') return 'malformed'
  let sum = 0
  const found = slots.find((slot) => {
    sum += slot.weight / 100_000
    return bucket < sum
  })
  const { variation, untracked } = found ?? last
  return { variation, inExperiment: experiment && untracked !== true && scope.context.has(kind ?? 'user') }
}
