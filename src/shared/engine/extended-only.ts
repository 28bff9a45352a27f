import type { Condition } from '../schemas/condition.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { NotLoaded } from './needed.ts'

/** Thrown by the native compiler when it meets the superset: the flag is for the wide compiler, a module of its own. */
export const extendedOnly = new NotLoaded('wide')

const hasAny = <Node extends object>(node: Node, ...fields: readonly (keyof Node)[]): boolean =>
  fields.some((field) => node[field] !== undefined)

/** Whether a flag, its rules aside from their conditions and serves, has a field that only the superset has. */
export const isExtendedFlag = (flag: FlagDocument): boolean =>
  hasAny(flag, 'order', 'outputs', 'requires', 'off') ||
  flag.rules.some((rule) => hasAny(rule, 'pre', 'sticky', 'onUnknown', 'gate', 'onGateMiss'))

/** Whether this one node of a condition, its children aside, is of the superset. */
export const isExtendedNode = (condition: Exclude<Condition, true>): boolean =>
  'read' in condition ||
  'each' in condition ||
  'flagTest' in condition ||
  'within' in condition ||
  ('segment' in condition && hasAny(condition, 'negate', 'missing')) ||
  (('all' in condition || 'any' in condition) && condition.unknown !== undefined)
