import { flagdCompileProblem } from '../../../datafile/flagd-compile-problem.ts'
import { flagdEngineDifference } from '../../../datafile/flagd-engine-difference.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { type FlagScope, servedName } from '../../exporting/format-support.ts'
import { isAscii } from '../../exporting/leaf.ts'
import { own } from '../../exporting/serve.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'

/**
 * A flag that was imported from flagd, in its original form. Undefined for other flags. Its expression is exported only
 * if all engines evaluate it the same way.
 */
export const importedFlag = ({ flag, provisos }: FlagScope): Json | undefined => {
  const [rule, ...more] = flag.rules
  const expression = rule !== undefined && 'expr' in rule.serve ? rule.serve : undefined
  const ofFlagd = expression !== undefined || 'useDefault' in flag.otherwise
  if (!ofFlagd) return undefined
  if (more.length > 0 || flag.offVariant !== null || flag.prerequisites.length > 0) notReadable('other-vendor')
  if (flag.requires !== undefined || flag.off !== undefined || flag.outputs !== undefined) notReadable('other-vendor')
  if (rule !== undefined && (rule.when !== true || expression === undefined)) notReadable('other-vendor')
  if (expression !== undefined && expression.dialect !== 'shift') notReadable('split-hash')
  if (expression !== undefined && divides(expression.expr)) {
    if (!isAscii(JSON.stringify(expression.expr) + flag.salt)) notReadable('non-ascii')
    for (const attribute of hashedIn(expression.expr)) provisos.add({ kind: 'ascii', attribute })
  }
  const targeting = expression === undefined ? undefined : closed(expression.expr)
  if (targeting !== undefined) {
    if (flagdCompileProblem(targeting) !== null) notReadable('other-vendor')
    const dividing = flagdEngineDifference(targeting)
    if (dividing !== null) notReadable('operator', dividing)
  }
  // An expression can read its flag's name, so the salt must equal the served name.
  if (flag.salt !== servedName(flag)) notReadable('other-vendor')
  return {
    state: flag.on ? 'ENABLED' : 'DISABLED',
    variants: flag.variants,
    defaultVariant: defaultOf(flag),
    ...(targeting === undefined ? {} : { targeting: renamed(targeting) }),
  }
}

/**
 * Adds the implicit third operand to an `if` with two operands. JavaScript's engine would evaluate it differently
 * without.
 */
const closed = (node: Json): Json => {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([name, inner]): [string, Json] => {
      const operands = closed(inner)
      const isOpen = (name === 'if' || name === '?:') && Array.isArray(operands) && operands.length === 2
      return [name, isOpen ? [...operands, null] : operands]
    }),
  )
}

const divides = (node: Json): boolean =>
  typeof node === 'object' &&
  node !== null &&
  Object.entries(node).some(([name, inner]) => (name === 'fractional' && !Array.isArray(node)) || divides(inner))

/** The attributes that an expression hashes: engines hash non-ASCII text differently. */
const hashedIn = (node: Json, inside = false): string[] => {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((inner) => hashedIn(inner, inside))
  return Object.entries(node).flatMap(([name, inner]): string[] => {
    if (name === 'fractional') return ['targetingKey', ...hashedIn(inner, true)]
    if (name !== 'var' || !inside) return hashedIn(inner, inside)
    const path = Array.isArray(inner) ? inner[0] : inner
    return typeof path === 'string' && path !== '' ? [path] : []
  })
}

const defaultOf = (flag: FlagDocument): string | null => {
  const { otherwise } = flag
  if ('variant' in otherwise && otherwise.enabled === undefined) return own(otherwise.variant, flag)
  if ('useDefault' in otherwise && otherwise.enabled === undefined) return null
  return notReadable('other-vendor')
}

/** Fanion's `$flag` is `$flagd` in the format. */
const renamed = (node: Json): Json => {
  if (Array.isArray(node)) return node.map(renamed)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]): [string, Json] => {
      if (key === 'var') return [key, renamed(renamedPath(inner))]
      return [key, renamed(key === 'missing' || key === 'missing_some' ? renamedPaths(inner) : inner)]
    }),
  )
}

const renamedPath = (operand: Json): Json => {
  if (typeof operand === 'string') return operand.replace(/^\$flag(?=\.|$)/, () => '$flagd')
  return Array.isArray(operand) ? operand.map((one, at) => (at === 0 ? renamedPath(one) : one)) : operand
}

const renamedPaths = (operand: Json): Json =>
  Array.isArray(operand) ? operand.map(renamedPaths) : renamedPath(operand)
