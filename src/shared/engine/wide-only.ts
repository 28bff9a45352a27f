import type { Condition } from '../schemas/condition.ts'
import type { FlagDocument, Rule } from '../schemas/flag.ts'
import { malformed } from './operators/test.ts'

/** Thrown by the native compiler when it meets the superset: the flag is for the wide compiler, a module of its own. */
export const wideOnly = malformed('this flag needs the wide profile, which is not loaded')

/** Whether a rule has a field that only the superset has. */
const isWideRule = (rule: Rule): boolean =>
  rule.pre !== undefined ||
  rule.sticky !== undefined ||
  rule.onUnknown !== undefined ||
  rule.gate !== undefined ||
  rule.onGateMiss !== undefined

/** Whether a flag, its rules aside from their conditions and serves, has a field that only the superset has. */
export const isWideFlag = (flag: FlagDocument): boolean =>
  flag.order !== undefined ||
  flag.outputs !== undefined ||
  flag.requires !== undefined ||
  flag.off !== undefined ||
  flag.rules.some(isWideRule)

/** Whether this one node of a condition, its children aside, is of the superset. */
export const isWideNode = (condition: Exclude<Condition, true>): boolean =>
  'read' in condition ||
  'each' in condition ||
  'flagTest' in condition ||
  'within' in condition ||
  ('segment' in condition && (condition.negate !== undefined || condition.missing !== undefined)) ||
  (('all' in condition || 'any' in condition) && condition.unknown !== undefined)
