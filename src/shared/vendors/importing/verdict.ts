import type { ImportFinding, Verdict } from '../../features/imports/schemas/import.ts'

const order: readonly Verdict[] = ['exact', 'exact-wide', 'documented', 'changed', 'left-out']

export const worse = (a: Verdict, b: Verdict): Verdict => (order.indexOf(a) >= order.indexOf(b) ? a : b)

/**
 * How a subject was imported: whether it needs extended engine modules, and whether the vendor's engine confirmed it.
 */
export type Result = { readonly wide: boolean; readonly compared: boolean }

/**
 * The verdict of a subject. Findings take precedence. Without confirmation by the vendor's engine, nothing is exact.
 */
export const verdictOf = (findings: readonly ImportFinding[], { wide, compared }: Result): Verdict => {
  if (findings.some(({ severity }) => severity === 'block')) return 'left-out'
  if (findings.some(({ severity }) => severity === 'warn')) return 'changed'
  if (!compared) return 'documented'
  return wide ? 'exact-wide' : 'exact'
}
