import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Outcome } from '../../../src/shared/engine/outcome.ts'
import type { FlagDocument, FlagType } from '../../../src/shared/schemas/flag.ts'
import { Json } from '../../../src/shared/schemas/keys.ts'
import { compileLaunchDarkly } from '../../../src/shared/vendors/launchdarkly/import/compile.ts'
import { LdConfig } from '../../../src/shared/vendors/launchdarkly/import/config.ts'
import { singleKind } from '../../../src/shared/vendors/launchdarkly/import/context.ts'
import { targetPrefix } from '../../../src/shared/vendors/launchdarkly/import/target.ts'
import { datafileOf } from '../datafile.ts'
import { published } from '../published.ts'
import type { Case, Subject } from '../subject.ts'

const Published = z.looseObject({
  id: z.string(),
  def: z.string(),
  feature: z.string(),
  flag: z.string(),
  context: z.record(z.string(), Json).optional(),
  user: z.record(z.string(), Json).optional(),
  valueType: z.enum(['bool', 'int', 'double', 'string', 'any']).optional(),
  default: Json.optional(),
  expect: z.strictObject({
    value: Json.optional(),
    variationIndex: z.number().optional(),
    reason: z
      .strictObject({
        kind: z.string(),
        errorKind: z.string().optional(),
        ruleIndex: z.number().optional(),
        ruleId: z.string().optional(),
        prerequisiteKey: z.string().optional(),
        inExperiment: z.boolean().optional(),
      })
      .optional(),
  }),
})
type Published = z.infer<typeof Published>

const types: Readonly<Record<NonNullable<Published['valueType']>, FlagType | undefined>> = {
  bool: 'boolean',
  int: 'number',
  double: 'number',
  string: 'string',
  any: undefined,
}

const errors: Readonly<Record<string, string>> = { FLAG_NOT_FOUND: 'FLAG_NOT_FOUND', TYPE_MISMATCH: 'WRONG_TYPE' }

type Compiled = ReturnType<typeof compiled>

/** The index of the vendor's rule that matched. Its targets are separate rules of ours, placed first. */
const ruleIndexOf = ({ rule }: Outcome, document: FlagDocument | undefined): number | undefined => {
  const targets = document?.rules.filter(({ id }) => id.startsWith(targetPrefix)).length ?? 0
  return rule === null || rule.index < targets ? undefined : rule.index - targets
}

const reasonOf = ({ errorCode, reason, rule }: Outcome, ruleIndex: number | undefined): string => {
  if (errorCode !== null) return 'ERROR'
  if (reason === 'DISABLED') return 'OFF'
  if (reason === 'PREREQUISITE_FAILED') return reason
  if (rule === null) return 'FALLTHROUGH'
  return ruleIndex === undefined ? 'TARGET_MATCH' : 'RULE_MATCH'
}

/** Converts an outcome to the vendor's format. */
const answerOf = (outcome: Outcome, { original, datafile, theirs }: Compiled, asked: Published) => {
  const { errorCode, detail, inExperiment, prerequisite, value, variant } = outcome
  const document = datafile.flags[outcome.flag]
  const ruleIndex = ruleIndexOf(outcome, document)
  const rule = ruleIndex === undefined ? undefined : original.flags[asked.flag]?.rules?.[ruleIndex]
  return {
    // If no default is published, the expected value is the caller's.
    value: value === undefined ? (asked.default === undefined ? asked.expect.value : asked.default) : value,
    ...(variant === null ? {} : { variationIndex: Object.keys(document?.variants ?? {}).indexOf(variant) }),
    reason: {
      kind: reasonOf(outcome, ruleIndex),
      ...(errorCode === null ? {} : { errorKind: errors[errorCode] ?? detail }),
      ...(rule === undefined ? {} : { ruleIndex, ruleId: rule.id }),
      ...(prerequisite === null ? {} : { prerequisiteKey: theirs(prerequisite) }),
      ...(inExperiment ? { inExperiment } : {}),
    },
  }
}

const caseOf = (compiled: Compiled, asked: Published): Case => {
  const type = asked.valueType === undefined ? undefined : types[asked.valueType]
  return {
    id: asked.id,
    feature: asked.feature,
    datafile: compiled.datafile,
    flag: compiled.ours(asked.flag),
    context: singleKind(asked.context ?? asked.user ?? {}),
    nowMs: 0,
    ...(type === undefined ? {} : { type }),
    judge: (outcome) => {
      const answer = answerOf(outcome, compiled, asked)
      const wanted = JSON.stringify(asked.expect)
      return isDeepStrictEqual(answer, asked.expect) ? null : `wants ${wanted}, got ${JSON.stringify(answer)}`
    },
  }
}

const compiled = (definition: unknown) => {
  const original = LdConfig.parse(definition)
  const imported = compileLaunchDarkly(original)
  const keys = imported.keys.flags
  return {
    original,
    datafile: datafileOf(imported),
    ours: (theirs: string) => keys.get(theirs) ?? theirs,
    theirs: (ours: string) => [...keys].find(([, key]) => key === ours)?.[0] ?? ours,
  }
}

/** The server-side evaluation and bucketing cases of LaunchDarkly's SDK test harness. */
export const launchDarkly = (): Subject =>
  published(
    { vendor: 'LaunchDarkly', source: 'SDK test harness' },
    'launchdarkly',
    compiled,
    (line, configurations) => {
      const asked = Published.parse(line)
      return [caseOf(configurations(asked.def), asked)]
    },
  )
