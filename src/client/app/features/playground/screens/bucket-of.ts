import type { Step } from '../../../../../shared/engine/explain/trace.ts'
import { limits } from '../../../../../shared/limits.ts'

/** A range of the bucket space. `variant` is null for a gap. */
type Range = { variant: string | null; from: number; to: number }

export type Bucket = { point: number; ranges: Range[] }

const whole = limits.weightUnits

/** The bucket that decided an evaluation. Null if no split did, or if another system computes the bucket. */
export const bucketOf = (steps: readonly Step[]): Bucket | null => {
  const last = steps.findLast(
    (step) =>
      (step.step === 'rule' && step.serve?.kind === 'split') ||
      (step.step === 'otherwise' && step.serve.kind === 'split'),
  )
  const serve = last?.step === 'rule' || last?.step === 'otherwise' ? last.serve : null
  if (serve?.kind !== 'split' || serve.place.point === null) return null
  const parts = serve.parts.flatMap(({ variant, from, to }) =>
    from === null || to === null ? [] : [{ variant, from, to }],
  )
  if (parts.length !== serve.parts.length || parts.some(({ to }) => to > whole)) return null
  const ranges: Range[] = []
  let at = 0
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    if (part.from > at) ranges.push({ variant: null, from: at, to: part.from })
    if (part.to > part.from) ranges.push(part)
    at = Math.max(at, part.to)
  }
  if (at < whole) ranges.push({ variant: null, from: at, to: whole })
  return { point: serve.place.point, ranges }
}
