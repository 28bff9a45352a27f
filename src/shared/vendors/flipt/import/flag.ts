import type { Condition } from '../../../schemas/condition.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import { displayKeys } from '../../importing/display-keys.ts'
import { below, type Report } from '../../importing/finding.ts'
import { fittingRules } from '../../importing/rule-ids.ts'
import type { FliptFlag, FliptRule, FliptSegmentRef } from './config.ts'
import { entity, nobody } from './constraint.ts'

/** The inputs for converting one flag, and its report function. */
export type FliptScope = { segmentKeys: ReadonlyMap<string, string>; report: Report }

type Order = 'flag first' | 'entity first'

/** CRC-32 of flag and entity: buckets 0 to 999 for variants, 0 to 99 for thresholds. The order of the two differs. */
const pointOf = (flag: string, order: Order, mod: number): ExtendedPoint => {
  const [literal, attribute] = [{ literal: flag }, { attribute: entity, str: 'js' as const, orElse: '' }]
  return {
    unit: { parts: order === 'flag first' ? [literal, attribute] : [attribute, literal] },
    hash: { algorithm: 'crc32', encoding: 'utf8' },
    norm: { kind: 'mod', mod },
  }
}

/** Whether an entity is in a segment, in all, or in any of several. */
const inSegments = (scope: FliptScope, ref: FliptSegmentRef | null | undefined, more: FliptRule = {}): Condition => {
  const given: Exclude<FliptSegmentRef, string> = typeof ref === 'string' ? { key: ref } : (ref ?? {})
  const names = [...(given.key == null ? [] : [given.key]), ...(given.keys ?? []), ...(more.segments ?? [])]
  const all = (given.operator ?? more.operator) === 'AND_SEGMENT_OPERATOR'
  const conditions = names.map((name): Condition => {
    const segment = scope.segmentKeys.get(name)
    if (segment !== undefined) return { segment }
    scope.report('block', 'segment', `There is no segment ${name} in the files.`)
    return nobody
  })
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only
  return all ? { all: conditions } : { any: conditions }
}

/** Converts a flag with variants, whose values are strings with attachments, or a boolean flag with its rollouts. */
export const flagOf = (scope: FliptScope, key: string, flag: FliptFlag): FlagDocument => {
  const base = {
    key,
    ...(key === flag.key ? {} : { hashKey: flag.key }),
    prerequisites: [],
    salt: flag.key,
    visibleToClients: false,
  }
  // Flags in older files have no `type`.
  if (flag.type != null && !/^(?:VARIANT|BOOLEAN)_FLAG_TYPE$/.test(flag.type)) {
    const message = `Its type is ${JSON.stringify(flag.type)}. Make it VARIANT_FLAG_TYPE or BOOLEAN_FLAG_TYPE.`
    scope.report('block', 'type', message)
  }
  return flag.type === 'BOOLEAN_FLAG_TYPE'
    ? { ...base, ...booleanOf(scope, flag) }
    : { ...base, ...variantsOf(scope, flag) }
}

type Own = Pick<FlagDocument, 'type' | 'on' | 'variants' | 'offVariant' | 'rules' | 'otherwise' | 'outputs'>

/** Rollouts apply even if the flag is not enabled: `enabled` is only the default. */
const booleanOf = (scope: FliptScope, { key, enabled, rollouts }: FliptFlag): Own => {
  const all = rollouts ?? []
  const rules = all.map(({ segment, threshold }, i): Rule => {
    const inside = { ...scope, report: below(scope.report, `rollouts.${i}`) }
    const value = threshold?.value ?? (typeof segment === 'object' ? segment?.value : undefined) ?? false
    const within = { point: pointOf(key, 'entity first', 100), hi: threshold?.percentage ?? 0, bounds: '[)' as const }
    const when: Condition = threshold == null ? inSegments(inside, segment) : { within }
    return { id: `rollout-${i + 1}`, when, serve: { variant: value ? 'on' : 'off' } }
  })
  return {
    type: 'boolean',
    on: enabled === true || all.length > 0,
    variants: { on: true, off: false },
    offVariant: 'off',
    rules: fittingRules(rules),
    otherwise: { variant: enabled === true ? 'on' : 'off' },
  }
}

const variantsOf = (scope: FliptScope, flag: FliptFlag): Own => {
  const variants = flag.variants ?? []
  const keys = displayKeys(
    variants.map((variant) => variant.key),
    'variant',
  )
  const serve = (theirs: string | undefined): Serve => {
    const variant = theirs === undefined ? undefined : keys.get(theirs)
    return variant === undefined ? { useDefault: true } : { variant }
  }
  if (keys.has('')) scope.report('block', 'variants', 'A variant has no key. Give it one, then import it again.')
  const fallback = variants.find((variant) => variant.default === true)?.key
  const outputs = variants.flatMap(({ key, attachment }): [string, { name?: string; payload?: Json }][] => {
    const ours = keys.get(key) ?? key
    const payload = attachment === undefined || attachment === null ? {} : { payload: attachment }
    return ours === key && attachment == null ? [] : [[ours, { name: key, ...payload }]]
  })
  if (variants.some(({ attachment }) => attachment != null)) {
    scope.report('info', 'variants', 'Its attachments are kept beside the variants, as payloads.')
  }
  return {
    type: 'string',
    on: flag.enabled === true,
    // A flag without variants only reports whether a rule matched. It needs a variant nevertheless.
    variants:
      variants.length === 0 ? { none: '' } : Object.fromEntries(variants.map(({ key }) => [keys.get(key) ?? key, key])),
    offVariant: fallback === undefined ? null : (keys.get(fallback) ?? null),
    rules: fittingRules(
      (flag.rules ?? []).map((rule, i): Rule => {
        const inside = { ...scope, report: below(scope.report, `rules.${i}`) }
        const lost = (rule.distributions ?? []).find(({ variant }) => !keys.has(variant))
        if (lost !== undefined) {
          const message = `The flag has no variant ${JSON.stringify(lost.variant)}. Name one that it has, then import it again.`
          inside.report('block', 'distributions', message)
        }
        return {
          id: `rule-${i + 1}`,
          when: inSegments(inside, rule.segment, rule),
          serve: divided(flag.key, rule, { serve, fallback: serve(fallback), report: inside.report }),
        }
      }),
    ),
    otherwise: serve(fallback),
    ...(outputs.length === 0 ? {} : { outputs: Object.fromEntries(outputs) }),
  }
}

/**
 * Cumulative distributions. Each bound is rounded to tenths of a percent in 32-bit floating point, as the SDKs do; the
 * last bound is 100 %. Without distributions, serves the default variant.
 */
const divided = (
  flag: string,
  { distributions }: FliptRule,
  { serve, fallback, report }: { serve: (theirs: string) => Serve; fallback: Serve; report: Report },
): Serve => {
  const all = (distributions ?? []).filter(({ rollout }) => rollout > 0)
  const [only] = all
  if (only === undefined) return fallback
  if (all.length === 1) return serve(only.variant)
  const sum = all.reduce((total, { rollout }) => total + rollout, 0)
  let lo = 0
  let cumulated = Math.fround(0)
  const endOf = (rollout: number): number => {
    cumulated = Math.fround(cumulated + Math.fround(sum === 100 ? rollout : (rollout * 100) / sum))
    const end = Math.fround(cumulated * 10)
    if (Math.round(end) !== Math.trunc(end)) {
      const message =
        'Its shares end between tenths of a percent: SDKs of Flipt round them, its server cuts them. Here they are rounded.'
      report('warn', 'distributions', message)
    }
    return Math.round(end)
  }
  return {
    wide: {
      point: pointOf(flag, 'flag first', 1_000),
      bounds: '[)',
      slots: all.map(({ variant, rollout }, i) => {
        const hi = i === all.length - 1 ? 1_000 : endOf(rollout)
        const slot = { lo, hi, serve: serve(variant) }
        lo = hi
        return slot
      }),
      overflow: 'last',
      noUnit: 'none',
      source: { layout: 'cumulative', weights: all.map(({ variant, rollout }) => ({ variant, rollout })) },
    },
  }
}
