import type { Condition } from '../schemas/condition.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { ModuleNotLoaded } from './require-module.ts'

/** Thrown by the native compiler for an extended document. The extended compiler, an optional module, handles it. */
export const extendedOnly = new ModuleNotLoaded('wide')

const hasAny = <Node extends object>(node: Node, ...fields: readonly (keyof Node)[]): boolean =>
  fields.some((field) => node[field] !== undefined)

/** Whether a flag has fields that only the extended model has. Conditions and serves of rules are not checked. */
export const isExtendedFlag = (flag: FlagDocument): boolean =>
  hasAny(flag, 'order', 'outputs', 'requires', 'off') ||
  flag.rules.some((rule) => hasAny(rule, 'pre', 'sticky', 'onUnknown', 'gate', 'onGateMiss'))

/** Whether this condition node, without its children, is extended. */
export const isExtendedNode = (condition: Exclude<Condition, true>): boolean =>
  'read' in condition ||
  'each' in condition ||
  'flagTest' in condition ||
  'within' in condition ||
  ('segment' in condition && hasAny(condition, 'negate', 'missing')) ||
  (('all' in condition || 'any' in condition) && condition.unknown !== undefined)
