import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import type { Serve } from '../../../schemas/split.ts'
import { below } from '../../importing/finding.ts'
import { attributeOf, identifier, user } from './attribute.ts'
import { conditionOf } from './condition.ts'
import type { CcOption, CcServed, CcSetting } from './config.ts'
import { reportType } from './misshapen.ts'
import { badConfig, type CcScope } from './scope.ts'
import { type Values, valuesOf } from './value.ts'

/** Converts one setting. `theirs` is the vendor's key, which is hashed; `key` is Fanion's key. */
export const settingOf = (scope: CcScope, theirs: string, key: string, setting: CcSetting): FlagDocument => {
  reportType(scope.report, setting)
  const values = valuesOf(setting)
  const serve = (served: CcServed): Serve => {
    const variant = values.keyOf(served)
    return variant === null ? { error: badConfig } : { variant }
  }
  const draw = (options: readonly CcOption[], path: string): Serve => {
    reportSum(scope, options, path)
    return drawOf(values, theirs, setting.a ?? null, options, serve)
  }
  const rules = (setting.r ?? []).map((rule, i): Rule => {
    const report = below(scope.report, `r.${i}`)
    return {
      id: `rule-${i + 1}`,
      when: { all: (rule.c ?? []).map((one, j) => conditionOf({ ...scope, report: below(report, `c.${j}`) }, one)) },
      serve: rule.p != null ? draw(rule.p, `r.${i}.p`) : rule.s != null ? serve(rule.s) : { error: badConfig },
    }
  })
  const options = setting.p ?? []
  const everyone: Rule[] = options.length === 0 ? [] : [{ id: 'percentage', when: true, serve: draw(options, 'p') }]
  return {
    key,
    ...(theirs === key ? {} : { hashKey: theirs }),
    type: values.type,
    on: true,
    variants: values.variants,
    offVariant: null,
    prerequisites: [],
    rules: [...rules, ...everyone],
    otherwise: serve(setting),
    salt: theirs,
    visibleToClients: true,
    ...(Object.keys(values.outputs).length === 0 ? {} : { outputs: values.outputs }),
  }
}

/**
 * Percentage options: SHA-1 of key and attribute, first 7 hex digits modulo 100, split in option order. Without a user
 * or the attribute, no option is served. A bucket beyond the last option is an error.
 */
const drawOf = (
  values: Values,
  theirs: string,
  attribute: string | null,
  options: readonly CcOption[],
  serve: (served: CcServed) => Serve,
): Serve => {
  let sum = 0
  const slots = options.map((option) => {
    const lo = sum
    sum += option.p
    return { lo, hi: sum, serve: serve(option) }
  })
  return {
    wide: {
      point: {
        unit: {
          parts: [{ literal: theirs }, { attribute: attributeOf(attribute ?? identifier), str: 'comma' }],
          requires: user,
        },
        hash: { algorithm: 'sha1-prefix', hex: 7, encoding: 'utf8' },
        norm: { kind: 'mod', mod: 100 },
      },
      bounds: '[)',
      slots,
      overflow: 'error',
      noUnit: 'none',
      source: {
        layout: 'cumulative',
        weights: options.map((option) => ({ variant: values.keyOf(option), weight: option.p })),
      },
    },
  }
}

const reportSum = ({ report }: CcScope, options: readonly CcOption[], path: string): void => {
  if (options.reduce((sum, { p }) => sum + p, 0) === 100) return
  report('warn', path, 'ConfigCat answers the code default for users beyond the last option; kept.')
}
