import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Serve } from '../../../schemas/split.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { own } from '../../exporting/serve.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { asciiUnits, fieldRead, hashed, same } from './extended-formula.ts'
import type { UnleashVariant } from './model.ts'
import { reported } from './payload.ts'

/** What a matching strategy gives: only that the feature is on, or one of these variants. */
export interface Draw {
  readonly variants: readonly UnleashVariant[]
  /** The text hashed before the unit. Null if nothing is bucketed. */
  readonly groupId: string | null
}

/** The result of a serve: the feature is off, or on with these variants. */
export type UnleashServe = { enabled: false } | { enabled: true; draw: Draw | null }

const variantSeed = 86_028_157
const whole = 1_000

export const givenBy = (serve: Serve, scope: FlagScope): UnleashServe => {
  const { flag } = scope
  if ('variant' in serve) {
    const variant = own(serve.variant, flag)
    if (flag.type === 'boolean') return asBoolean(flag, variant, serve.enabled)
    if (serve.enabled === false) return notReadable('other-vendor')
    return { enabled: true, draw: only(flag, variant, serve.enabled === undefined) }
  }
  if ('useDefault' in serve) {
    if (serve.enabled === undefined || flag.type === 'boolean') return notReadable('other-vendor')
    return serve.enabled ? { enabled: true, draw: null } : { enabled: false }
  }
  if ('wide' in serve) return { enabled: true, draw: drawOf(serve.wide, scope) }
  return 'split' in serve ? notReadable('split-hash') : notReadable('other-vendor')
}

const asBoolean = (flag: FlagDocument, variant: string, enabled: boolean | undefined): UnleashServe => {
  const value = flag.variants[variant]
  if (typeof value !== 'boolean' || (enabled !== undefined && enabled !== value)) return notReadable('other-vendor')
  return value ? { enabled: true, draw: null } : { enabled: false }
}

const only = (flag: FlagDocument, variant: string, native: boolean): Draw => ({
  variants: [{ ...reported(flag, variant, native), weight: whole, stickiness: 'default' }],
  groupId: null,
})

type Wide = Extract<Serve, { wide: unknown }>['wide']

const byDefault = {
  firstOf: [['userId'], ['targetingKey'], ['sessionId'], ['remoteAddress']],
  skip: 'nonEmptyString',
}

/** The variants in order, by weight, with buckets from 1 to the sum of the weights. */
const drawOf = (wide: Wide, scope: FlagScope): Draw => {
  const { flag } = scope
  const { groupId, total, unit } = hashed(wide.point, variantSeed)
  if (unit === null) return notReadable('split-hash')
  const { attribute, presence } = unit
  if (!same(unit, { attribute, presence, str: 'js' })) return notReadable('other-vendor')
  const field = presence === 'nonEmpty' ? fieldRead(attribute) : undefined
  const stickiness = same(attribute, byDefault) && presence === 'text' ? 'default' : field
  if (stickiness === undefined || (field === 'default' && presence === 'nonEmpty')) return notReadable('other-vendor')
  asciiUnits(scope, ...(stickiness === 'default' ? ['userId', 'sessionId', 'remoteAddress'] : [stickiness]))
  let sum = 0
  const variants = wide.slots.map(({ lo, hi, serve, passthrough, untracked }): UnleashVariant => {
    const isNext = lo === sum + 1 && hi !== undefined && hi >= lo && Number.isInteger(hi)
    if (
      !isNext ||
      passthrough !== undefined ||
      untracked !== undefined ||
      !('variant' in serve) ||
      serve.enabled !== true
    )
      return notReadable('other-vendor')
    const weight = hi - sum
    sum = hi
    return { ...reported(flag, own(serve.variant, flag), false), weight, stickiness }
  })
  const random = {
    unit: { parts: [{ literal: `${groupId}:` }] },
    hash: { ...wide.point.hash, algorithm: 'random' },
    norm: wide.point.norm,
  }
  const { source, point: _, noUnitServe, noUnit, ...rest } = wide
  const byChance = { wide: { ...rest, point: random, noUnit: 'none', source } }
  const isTheirs =
    sum === total &&
    wide.bounds === '[]' &&
    wide.overflow === 'none' &&
    wide.overflowServe === undefined &&
    wide.experiment === undefined &&
    noUnit === 'serve' &&
    same(noUnitServe, byChance)
  return isTheirs ? { variants, groupId } : notReadable('other-vendor')
}
