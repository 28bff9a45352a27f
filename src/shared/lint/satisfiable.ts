import { isExtendedNode } from '../engine/extended-only.ts'
import type { Condition } from '../schemas/condition.ts'
import { type Literal, mayHoldTogether } from './literals.ts'

/** A condition that shall hold, or shall not. */
export type Claim = { condition: Condition; holds: boolean }

/** How many steps a search may take; one that needs more is given up. */
export type Budget = { steps: number }

/** What is known of the flags that conditions ask for: the one variant that each answers everybody. */
export type SoleVariants = ReadonlyMap<string, string>

/**
 * Whether some context might make all claims true. `false` is certain, for every context and instant; `true` means no more
 * than that nothing was found against it. Splits the claims into cases until only tests of single attributes are left.
 */
export const satisfiable = (claims: readonly Claim[], sole: SoleVariants, budget: Budget): boolean =>
  search(claims, [], sole, budget)

const search = (
  claims: readonly Claim[],
  literals: readonly Literal[],
  sole: SoleVariants,
  budget: Budget,
): boolean => {
  budget.steps -= 1
  if (budget.steps < 0) return true
  const open: Claim[] = [...claims]
  const found = [...literals]
  const choices: Claim[][] = []
  for (let claim = open.pop(); claim !== undefined; claim = open.pop()) {
    const cases = casesOf(claim, sole)
    if (cases === 'true') continue
    if (cases === 'false') return false
    if (cases === 'literal') found.push(literalOf(claim))
    else if (cases.together) open.push(...cases.parts)
    else choices.push(cases.parts)
  }
  if (!mayHoldTogether(found)) return false
  // the choice with the fewest cases first: it fails soonest
  const [choice, ...others] = choices.toSorted((a, b) => a.length - b.length)
  if (choice === undefined) return true
  const rest = others.map(asClaim)
  return choice.some((one) => search([one, ...rest], found, sole, budget))
}

/** Cases of which one has to be true, as one claim again. */
const asClaim = (cases: readonly Claim[]): Claim => ({
  condition: { any: cases.map(({ condition, holds }) => (holds ? condition : { not: condition })) },
  holds: true,
})

type Cases = 'true' | 'false' | 'literal' | { together: boolean; parts: Claim[] }

const casesOf = ({ condition, holds }: Claim, sole: SoleVariants): Cases => {
  if (condition === true) return holds ? 'true' : 'false'
  // what another system asks may be unknown, which is neither: it speaks neither for nor against
  if (isExtendedNode(condition)) return 'true'
  if ('not' in condition) return { together: true, parts: [{ condition: condition.not, holds: !holds }] }
  if ('all' in condition || 'any' in condition) {
    const members = 'all' in condition ? condition.all : condition.any
    return { together: 'all' in condition === holds, parts: members.map((member) => ({ condition: member, holds })) }
  }
  if ('flag' in condition) {
    const variant = sole.get(condition.flag)
    if (variant !== undefined) return condition.variants.includes(variant) === holds ? 'true' : 'false'
  }
  return 'literal'
}

const literalOf = ({ condition, holds }: Claim): Literal => ({ condition, holds })
