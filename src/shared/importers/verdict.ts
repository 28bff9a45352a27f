import type { Finding, Verdict } from '../schemas/import.ts'

const order: readonly Verdict[] = ['exact', 'exact-wide', 'changed', 'left-out']

/** The worse of two. */
export const worse = (a: Verdict, b: Verdict): Verdict => (order.indexOf(a) >= order.indexOf(b) ? a : b)

/** What becomes of a subject: what was found decides, else whether its documents need parts that only imported flags use. */
export const verdictOf = (findings: readonly Finding[], wide: boolean): Verdict => {
  if (findings.some(({ severity }) => severity === 'block')) return 'left-out'
  if (findings.some(({ severity }) => severity === 'warn')) return 'changed'
  return wide ? 'exact-wide' : 'exact'
}
