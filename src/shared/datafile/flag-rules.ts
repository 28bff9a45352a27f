import { limits } from '../limits.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import { isPlain, plainText } from '../schemas/name.ts'
import { checkCondition, checkFlagReference, type ValidationContext } from './conditions.ts'
import { checkServe, checkVariant } from './flag-serve.ts'
import { checkFlagValues } from './flag-values.ts'
import { type Report, under } from './problems.ts'

const checkVariantKeys = (variants: readonly string[], report: Report): void => {
  if (variants.length > limits.variantsPerFlag) {
    const expected = `at most ${limits.variantsPerFlag} variants`
    report('limit/reached', ['variants'], `the flag has ${variants.length} variants`, expected)
  }
  const seen = new Map<string, string>()
  for (const variant of variants) {
    const other = seen.get(variant.toLowerCase())
    if (other === undefined) seen.set(variant.toLowerCase(), variant)
    else {
      const problem = `the key differs from ${JSON.stringify(other)} only in upper and lower case`
      report('flag/invalid', ['variants', variant], problem, 'keys that differ in more than case')
    }
  }
}

const checkRuleIds = ({ rules }: FlagDocument, report: Report): void => {
  const seen = new Map<string, number>()
  for (const [at, { id }] of rules.entries()) {
    const first = seen.get(id)
    if (first === undefined) seen.set(id, at)
    else report('flag/invalid', ['rules', at, 'id'], `rule ${first + 1} already has this ID`, 'a unique ID')
  }
}

/** Reports rule names with invisible characters. */
const checkRuleNames = ({ rules }: FlagDocument, report: Report): void => {
  for (const [at, { name = '' }] of rules.entries()) {
    if (!isPlain(name)) report('flag/invalid', ['rules', at, 'name'], 'holds characters that nobody sees', plainText)
  }
}

/** Reports every rule of the specification that a flag document breaks, except circles. */
export const checkFlagRules = (
  flag: FlagDocument,
  around: ValidationContext & { schema?: Json | undefined },
  report: Report,
): void => {
  const variants = Object.keys(flag.variants)
  checkVariantKeys(variants, report)
  checkFlagValues(flag, around.schema, report, around.prove)
  if (flag.offVariant !== null) checkVariant(flag.offVariant, variants, under(report, 'offVariant'))
  if (flag.off !== undefined) checkServe(flag.off, variants, false, under(report, 'off'))
  for (const [at, prerequisite] of flag.prerequisites.entries()) {
    checkFlagReference(prerequisite, around, under(report, 'prerequisites', at))
  }
  checkRuleIds(flag, report)
  checkRuleNames(flag, report)
  for (const [at, rule] of flag.rules.entries()) {
    const here = under(report, 'rules', at)
    for (const [step, before] of (rule.pre ?? []).entries()) {
      if ('when' in before) checkCondition(before.when, around, under(here, 'pre', step, 'when'))
    }
    checkCondition(rule.when, around, under(here, 'when'))
    checkServe(rule.serve, variants, false, under(here, 'serve'))
    if (rule.onGateMiss !== undefined) checkServe(rule.onGateMiss, variants, false, under(here, 'onGateMiss'))
  }
  checkServe(flag.otherwise, variants, true, under(report, 'otherwise'))
}
