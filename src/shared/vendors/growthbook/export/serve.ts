import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import { notReadable } from '../../exporting/because.ts'
import type { FlagScope } from '../../exporting/reading.ts'
import { onlyVariant } from '../../exporting/serve.ts'
import { readPoint } from './point.ts'

/** What a serve gives to everybody; null is the caller's default. */
export const valueOf = (serve: Serve, flag: FlagDocument): Json => {
  if ('useDefault' in serve && serve.enabled === undefined) return null
  return flag.variants[onlyVariant(serve, flag)] ?? null
}

type Wide = Extract<Serve, { wide: unknown }>['wide']

/**
 * An experiment. Its ranges are written out; a slot that goes on with the next rule does so there, and a variation that no
 * range leads to fills up the two that an experiment must have.
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
  // an empty one would be the key there
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
