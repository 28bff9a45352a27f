import { z } from 'zod'
import { list, record } from '../../../schemas/bounded.ts'

/**
 * One ConfigCat environment as its SDKs download it (`config_v6.json`). Field names have one letter. Unknown fields are
 * ignored.
 */
const Value = z.looseObject({
  b: z.boolean().nullish(),
  s: z.string().nullish(),
  i: z.number().nullish(),
  d: z.number().nullish(),
})
export type CcValue = z.infer<typeof Value>

const Served = z.looseObject({ v: Value, i: z.string().nullish() })
export type CcServed = z.infer<typeof Served>

/** `p` is the percentage of users. Options are in bucketing order. */
const Option = Served.extend({ p: z.number() })
export type CcOption = z.infer<typeof Option>

/** Attribute `a`, comparator `c`, and a string `s`, number `d` or list `l` to compare with. */
const UserCondition = z.looseObject({
  a: z.string(),
  c: z.number(),
  s: z.string().nullish(),
  d: z.number().nullish(),
  l: list(z.string()).nullish(),
})
export type CcUserCondition = z.infer<typeof UserCondition>

/** A condition on the user, on another setting `f`, or on a segment by its index. */
const Condition = z.looseObject({
  u: UserCondition.nullish(),
  p: z.looseObject({ f: z.string(), c: z.number(), v: Value }).nullish(),
  s: z.looseObject({ s: z.number(), c: z.number() }).nullish(),
})
export type CcCondition = z.infer<typeof Condition>

/** What a rule serves: percentage options, or one value. SDKs reject the whole file if a rule has neither. */
const Rule = z
  .looseObject({
    c: list(Condition).nullish(),
    s: Served.nullish(),
    p: list(Option).nullish(),
  })
  .refine(({ s, p }) => s != null || p != null)
/** `t` is the type: 0 boolean, 1 string, 2 integer, 3 number. */
export const CcSetting = z.looseObject({
  t: z.number(),
  v: Value,
  i: z.string().nullish(),
  a: z.string().nullish(),
  p: list(Option).nullish(),
  r: list(Rule).nullish(),
})
export type CcSetting = z.infer<typeof CcSetting>

export const CcSegment = z.looseObject({ n: z.string(), r: list(UserCondition).nullish() })

export const CcConfig = z.looseObject({
  p: z.looseObject({ s: z.string().nullish() }).nullish(),
  s: list(CcSegment).nullish(),
  f: record(z.string(), CcSetting).nullish(),
})
export type CcConfig = z.infer<typeof CcConfig>
