import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { onlyVariant } from '../../exporting/serve.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { readPoint } from './point.ts'

/** The value that a serve gives everyone. Null is the caller's default. */
export const valueOf = (serve: Serve, flag: FlagDocument): Json => {
  if ('useDefault' in serve && serve.enabled === undefined) return null
  return flag.variants[onlyVariant(serve, flag)] ?? null
}

type Wide = Extract<Serve, { wide: unknown }>['wide']

/**
 * Converts an experiment. Its ranges are explicit. A slot that continues with the next rule does the same in
 * GrowthBook. An experiment needs at least two variations, so one without a range is added if necessary.
 */
export const experimentOf = (wide: Wide, scope: FlagScope): { [field: string]: Json } => {
  const { point, slots } = wide
  const isTheirs =
    wide.bounds === '[)' &&
    wide.overflow === 'none' &&
    wide.overflowServe === undefined &&
    wide.noUnit === 'none' &&
    wide.noUnitServe === undefined &&
    wide.experiment === true
  if (!isTheirs) return notReadable('other-vendor')
  const { seed, attribute, hashVersion } = readPoint(point, scope)
  // An empty seed would be replaced by the feature's key.
  if (seed === '') return notReadable('other-vendor')
  const ranges = slots.map(({ lo, hi, untracked }): Json => {
    if (lo === undefined || hi === undefined || untracked !== undefined) return notReadable('other-vendor')
    return [lo, hi]
  })
  const variations = slots.map(({ serve }) => valueOf(serve, scope.flag))
  while (variations.length < 2) variations.push(null)
  const passes = slots.some(({ passthrough }) => passthrough === true)
  return {
    key: seed,
    seed,
    hashAttribute: attribute,
    hashVersion,
    variations,
    ranges,
    ...(passes
      ? { meta: slots.map(({ passthrough }, at): Json => ({ key: String(at), passthrough: passthrough === true })) }
      : {}),
  }
}
