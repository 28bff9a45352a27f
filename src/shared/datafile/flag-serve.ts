import { limits } from '../limits.ts'
import type { Serve, Split } from '../schemas/split.ts'
import { type Report, under } from './problems.ts'

const list = (keys: readonly string[]): string =>
  keys.length === 0 ? 'none: the flag has no variants' : keys.join(', ')

export const checkVariant = (variant: string, variants: readonly string[], report: Report): void => {
  if (variants.includes(variant)) return
  report('rule/unknown-variant', [], `variant ${JSON.stringify(variant)} doesn’t exist`, `one of: ${list(variants)}`)
}

/**
 * Reports parts that are reversed or overlap. A rule's split may have gaps: for users in a gap, evaluation continues
 * with the next rule, so a rule can serve 10 % and leave the rest. Nothing follows `otherwise` (`whole`), so its
 * weights must sum to 100 %.
 */
const checkParts = ({ parts }: Split, whole: boolean, report: Report): void => {
  for (const [at, { from, to }] of parts.entries()) {
    if (from > to)
      report('rule/weights', ['parts', at], `the part ends at ${to}, before it begins at ${from}`, 'from ≤ to')
  }
  const order = [...parts.entries()].filter(([, { from, to }]) => from < to).sort(([, a], [, b]) => a.from - b.from)
  for (const [next, [at, part]] of order.entries()) {
    const [, before] = order[next - 1] ?? []
    if (before === undefined || before.to <= part.from) continue
    const problem = `the part [${part.from}, ${part.to}) overlaps [${before.from}, ${before.to})`
    report('rule/weights', ['parts', at], problem, `a part that begins at ${before.to} or later`)
  }
  const sum = order.reduce((total, [, { from, to }]) => total + to - from, 0)
  if (!whole || sum === limits.weightUnits) return
  report(
    'rule/weights',
    ['parts'],
    `the weights sum to ${sum}`,
    `a sum of ${limits.weightUnits} (100%): nothing comes after`,
  )
}

/**
 * Reports unknown variants and invalid weights. Extended splits use their vendor's arithmetic; only their variants are
 * checked.
 */
export const checkServe = (serve: Serve, variants: readonly string[], whole: boolean, report: Report): void => {
  if ('variant' in serve) return checkVariant(serve.variant, variants, under(report, 'variant'))
  if ('split' in serve) {
    for (const [at, { variant }] of serve.split.parts.entries()) {
      checkVariant(variant, variants, under(report, 'split', 'parts', at, 'variant'))
    }
    return checkParts(serve.split, whole, under(report, 'split'))
  }
  if (!('wide' in serve)) return
  const { slots, overflowServe, noUnitServe } = serve.wide
  for (const [at, slot] of slots.entries()) {
    checkServe(slot.serve, variants, false, under(report, 'wide', 'slots', at, 'serve'))
  }
  if (overflowServe) checkServe(overflowServe, variants, false, under(report, 'wide', 'overflowServe'))
  if (noUnitServe) checkServe(noUnitServe, variants, false, under(report, 'wide', 'noUnitServe'))
}
