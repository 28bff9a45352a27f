import type { Condition } from '../../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { displayKeys } from '../../importing/display-keys.ts'
import { below, type Report } from '../../importing/finding.ts'
import { fittingRules, ruleIds } from '../../importing/rule-ids.ts'
import { typeOf } from '../../importing/variant-keys.ts'
import type { GoffFlag } from './config.ts'
import { after, before, divides, piecesOf, type Serving } from './rule.ts'
import { keyOf } from './share.ts'
import { flagAt } from './steps.ts'

/** Matches contexts without a key to bucket by, or with one that the flag cannot use. Undefined if there are none. */
const withoutKey = ({ bucketingKey }: GoffFlag, needed: boolean): Condition | undefined => {
  const read = keyOf(bucketingKey)
  const absent: Condition = { read, test: { op: 'present' }, presence: 'text', missing: 'true', negate: true }
  if (needed) return absent
  if (bucketingKey == null || bucketingKey === '') return undefined
  return { read, test: { op: 'type.is', type: 'string' }, presence: 'any', negate: true }
}

const dateOf = (date: string | null | undefined): string | undefined =>
  date != null && !Number.isNaN(Date.parse(date)) ? date : undefined

/**
 * Converts one flag as it applies at this instant: variations become variants, and the default rule becomes the default
 * serve.
 */
export const flagOf = (theirs: string, key: string, given: GoffFlag, nowMs: number, report: Report): FlagDocument => {
  const { flag, toCome } = flagAt(given, nowMs)
  if (toCome > 0) {
    const steps = toCome === 1 ? 'One scheduled step is' : `${toCome} scheduled steps are`
    report(
      'warn',
      'scheduledRollout',
      `${steps} still to come and not imported; those that were due are. Schedule the change here.`,
    )
  }
  const variations = Object.entries(flag.variations ?? {})
  const variants = displayKeys(
    variations.map(([name]) => name),
    'variation',
    (name) => (/^\d+$/.test(name) ? `variation-${name}` : name),
  )
  if (variations.length === 0) report('block', 'variations', 'It has no variations.')
  if (variations.some(([, value]) => value === null)) report('block', 'variations', 'A variation has no value.')
  const serving: Serving = { theirs, bucketingKey: flag.bucketingKey, variants, nowMs, report }
  const targeting = (flag.targeting ?? []).map((rule, i) => ({ rule, i })).filter(({ rule }) => rule.disable !== true)
  const all = [...(flag.targeting ?? []), ...(flag.defaultRule == null ? [] : [flag.defaultRule])]
  const planned = (given.scheduledRollout ?? []).flatMap((step) => [
    ...(step.targeting ?? []),
    ...(step.defaultRule == null ? [] : [step.defaultRule]),
  ])
  const ids = ruleIds()
  const rules: Rule[] = []
  const add = (id: string, when: Condition, serve: Rule['serve'], name?: string | null): void => {
    const shown = name?.trim().slice(0, 100)
    rules.push({ id: ids(id, rules.length), ...(shown ? { name: shown } : {}), when, serve })
  }
  const keyless = withoutKey(flag, [...all, ...planned].some(divides))
  if (keyless !== undefined) add('key', keyless, { error: 'TARGETING_KEY_MISSING' }, 'No key')
  const [start, end] = [dateOf(flag.experimentation?.start), dateOf(flag.experimentation?.end)]
  const outside = [...(start === undefined ? [] : [before(start)]), ...(end === undefined ? [] : [after(end)])]
  if (outside.length > 0) add('experimentation', { any: outside }, { useDefault: true }, 'Outside its time')
  for (const { rule, i } of targeting) {
    const inside = { ...serving, report: below(report, `targeting.${i}`) }
    for (const { when, serve } of piecesOf(inside, rule, false)) add(rule.name ?? '', when, serve, rule.name)
  }
  let otherwise: Rule['serve'] = { error: 'GENERAL' }
  if (flag.defaultRule == null) {
    report('block', 'defaultRule', 'It has no default rule.')
  } else {
    const pieces = piecesOf({ ...serving, report: below(report, 'defaultRule') }, flag.defaultRule, true)
    for (const { when, serve } of pieces.slice(0, -1)) add('default', when, serve, flag.defaultRule.name)
    otherwise = pieces.at(-1)?.serve ?? otherwise
  }
  const values = variations.map(([name, value]): [string, Json] => [variants.get(name) ?? name, value])
  const outputs = variations.flatMap(([name]): [string, { name: string }][] => {
    const variant = variants.get(name) ?? name
    return variant === name ? [] : [[variant, { name }]]
  })
  return {
    key,
    ...(key === theirs ? {} : { hashKey: theirs }),
    type: typeOf(values.map(([, value]) => value)),
    on: flag.disable !== true,
    variants: Object.fromEntries(values),
    offVariant: null,
    prerequisites: [],
    rules: fittingRules(rules),
    otherwise,
    salt: theirs === '' ? key : theirs.slice(0, 512),
    visibleToClients: false,
    ...(outputs.length === 0 ? {} : { outputs: Object.fromEntries(outputs) }),
  }
}
