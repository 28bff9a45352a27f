import type { Finding, Verdict } from '../../features/imports/schemas/import.ts'

const order: readonly Verdict[] = ['exact', 'exact-wide', 'documented', 'changed', 'left-out']

/** The worse of two. */
export const worse = (a: Verdict, b: Verdict): Verdict => (order.indexOf(a) >= order.indexOf(b) ? a : b)

/** How a subject was imported: whether it needs parts that only imported flags use, and whether the vendor’s engine agreed. */
export type Result = { readonly wide: boolean; readonly compared: boolean }

/** What becomes of a subject: findings decide first. Without an answer of the vendor’s engine nothing is exact. */
export const verdictOf = (findings: readonly Finding[], { wide, compared }: Result): Verdict => {
  if (findings.some(({ severity }) => severity === 'block')) return 'left-out'
  if (findings.some(({ severity }) => severity === 'warn')) return 'changed'
  if (!compared) return 'documented'
  return wide ? 'exact-wide' : 'exact'
}
