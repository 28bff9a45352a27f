import { spend } from '../meter.ts'
import type { OptionalModules } from '../optional-module.ts'
import { costOfTest, sizeOf } from './cost.ts'
import type { Ask, Op, TestOf } from './test.ts'
import { castRel } from './tests-cast.ts'
import { inFold, inStrict, inText, jsonEq, looseEq, phExact, typeIs } from './tests-equality.ts'
import { arrText, hashText } from './tests-hash.ts'
import { dateRel, jsRel, modulo, numRel, phRel, semverRange, semverRel } from './tests-order.ts'
import { ipCidr, textRegex, textRel } from './tests-text.ts'

/** Tests that contain conditions. The condition compiler handles them. */
export type NestedOp = 'arr.size' | 'arr.elem' | 'arr.all'

const table: { readonly [O in Exclude<Op, NestedOp>]: (test: TestOf<O>, profiles: OptionalModules) => Ask } = {
  'in.strict': inStrict,
  'in.text': inText,
  'in.fold': inFold,
  'text.rel': textRel,
  'text.regex': textRegex,
  'num.rel': numRel,
  'js.rel': jsRel,
  'ph.rel': phRel,
  'ph.exact': phExact,
  'date.rel': dateRel,
  'semver.rel': semverRel,
  'semver.range': semverRange,
  'ip.cidr': ipCidr,
  present: () => () => true,
  'loose.eq': looseEq,
  'json.eq': jsonEq,
  'type.is': typeIs,
  'arr.text': arrText,
  'cast.rel': castRel,
  mod: modulo,
  'hash.text': hashText,
}

/** Whether a test contains no condition. */
export const isFlat = (test: TestOf<Op>): test is TestOf<Exclude<Op, NestedOp>> => Object.hasOwn(table, test.op)

/** Prepares a test. Throws if it is malformed, or if it needs a module that is not loaded. */
export const prepareExtended = (test: TestOf<Exclude<Op, NestedOp>>, profiles: OptionalModules): Ask => {
  // Safe cast: each op selects the function for its own shape.
  const make = table[test.op] as (test: TestOf<Op>, profiles: OptionalModules) => Ask
  const [ask, cost] = [make(test, profiles), costOfTest(test)]
  return (value, nowMs) => {
    spend(cost(sizeOf(value)))
    return ask(value, nowMs)
  }
}
