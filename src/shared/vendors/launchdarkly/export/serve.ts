import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Serve } from '../../../schemas/split.ts'
import { servedName } from '../../exporting/format-support.ts'
import { onlyVariant } from '../../exporting/serve.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import type { LdServe, LdWeighted } from './model.ts'
import { readPoint } from './point.ts'

export const variationOf = (variant: string, flag: FlagDocument): number => {
  const at = Object.keys(flag.variants).indexOf(variant)
  return at < 0 ? notReadable('malformed', variant) : at
}

/** What a rule or the fallthrough serves. `salts` collects the salts used: a flag can have only one. */
export const serveOf = (serve: Serve, flag: FlagDocument, salts: Set<string>): LdServe => {
  if ('wide' in serve) return rolloutOf(serve.wide, flag, salts)
  // A missing variation ends the flag with the same error in LaunchDarkly.
  if ('error' in serve && serve.error === 'MALFORMED_FLAG') return {}
  return { variation: variationOf(onlyVariant(serve, flag), flag) }
}

type Wide = Extract<Serve, { wide: unknown }>['wide']

const rolloutOf = (wide: Wide, flag: FlagDocument, salts: Set<string>): LdServe => {
  const { salt, seed, unit } = readPoint(wide.point, servedName(flag))
  if (salt !== undefined) salts.add(salt)
  const weights = weightsOf(wide)
  let sum = 0
  const variations = weights.map((weight, at): LdWeighted => {
    const slot = wide.slots[at]
    const lo = sum
    sum += weight / 100_000
    const serve = slot?.serve
    const fits =
      slot !== undefined && slot.hi === sum && (at === 0 ? slot.lo === undefined : slot.lo === lo) && !slot.passthrough
    if (!fits || serve === undefined) return notReadable('other-vendor')
    // An index out of range causes the same error in LaunchDarkly.
    const variation =
      'variant' in serve
        ? variationOf(onlyVariant(serve, flag), flag)
        : 'error' in serve && serve.error === 'MALFORMED_FLAG'
          ? Object.keys(flag.variants).length
          : notReadable('other-vendor')
    return { variation, weight, ...(slot.untracked === true ? { untracked: true as const } : {}) }
  })
  const atZero = wide.slots.find(({ hi }) => (hi ?? 1) > 0) ?? wide.slots.at(-1)
  const isTheirs =
    wide.bounds === '[)' &&
    wide.overflow === 'last' &&
    wide.overflowServe === undefined &&
    wide.noUnit === 'serve' &&
    variations.length === wide.slots.length &&
    variations.length > 0 &&
    JSON.stringify(wide.noUnitServe) === JSON.stringify(atZero?.serve)
  if (!isTheirs) return notReadable('other-vendor')
  const experiment = wide.experiment === true
  if (experiment && unit.attribute !== 'key') return notReadable('other-vendor')
  return {
    rollout: {
      ...(experiment ? { kind: 'experiment' as const } : { bucketBy: unit.attribute }),
      contextKind: unit.contextKind,
      ...(seed === undefined ? {} : { seed }),
      variations,
    },
  }
}

/** The original weights, in thousandths of a percent. */
const weightsOf = (wide: Wide): number[] => {
  const { layout, weights } = wide.source
  if (layout !== 'cumulative' || !Array.isArray(weights)) return notReadable('other-vendor')
  return weights.map((one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) && typeof one['weight'] === 'number'
      ? one['weight']
      : notReadable('other-vendor'),
  )
}
