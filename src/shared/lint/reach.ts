import { isExtendedFlag } from '../engine/extended-only.ts'
import type { Condition } from '../schemas/condition.ts'
import type { FlagDocument, Rule } from '../schemas/flag.ts'
import { type Claim, type SoleVariants, satisfiable } from './satisfiable.ts'
import { isUnfinished } from './unfinished.ts'

/** Why a rule never matches. Positions count from 0. */
export type Dead =
  /** No context can be what it asks for; these two of its lines alone contradict each other, where two do. */
  | { because: 'contradiction'; lines: readonly [Condition, Condition] | null }
  /** It asks a flag for a variant that this one gives nobody; `answer` is empty where that flag is off. */
  | { because: 'flag'; flag: string; answer: string }
  /** An earlier rule already serves everyone it is about; or several do, together. */
  | { because: 'shadow'; by: readonly number[] }

/** What can be said of a flag's rules: which never match, and whether anybody is left for what everyone else gets. */
export type Reach = { dead: ReadonlyMap<string, Dead>; elseReached: boolean }

/** Steps that all searches of one document may take together. */
const steps = 4_000

/**
 * Rules that match nobody, whatever the context. Certain as far as it goes: what cannot be told in bounded time counts as
 * reached, and so does everything in a document from another system.
 */
export const reachOf = (document: FlagDocument, sole: SoleVariants = new Map()): Reach => {
  const dead = new Map<string, Dead>()
  if (isExtendedFlag(document)) return { dead, elseReached: true }
  const budget = { steps }
  const possible = (claims: readonly Claim[]) => satisfiable(claims, sole, budget)
  const catching: { at: number; claim: Claim }[] = []
  for (const [at, rule] of document.rules.entries()) {
    if (isUnfinished(rule.when)) continue
    const own: Claim = { condition: rule.when, holds: true }
    if (!possible([own])) {
      const flag = [...sole].find(([key]) => satisfiable([own], without(sole, key), budget))
      if (flag !== undefined) dead.set(rule.id, { because: 'flag', flag: flag[0], answer: flag[1] })
      else dead.set(rule.id, { because: 'contradiction', lines: contradiction(rule.when, possible) })
    } else if (!possible([own, ...catching.map(({ claim }) => claim)])) {
      const single = catching.find(({ claim }) => !possible([own, claim]))
      dead.set(rule.id, { because: 'shadow', by: single ? [single.at] : catching.map((one) => one.at) })
    } else if (servesAll(rule)) catching.push({ at, claim: { condition: rule.when, holds: false } })
  }
  return { dead, elseReached: possible(catching.map(({ claim }) => claim)) }
}

const without = (sole: SoleVariants, key: string): SoleVariants => new Map([...sole].filter(([other]) => other !== key))

/** A split lets those go on who have nothing to be divided by; only a variant keeps everyone it is about. */
const servesAll = ({ serve }: Rule): boolean => 'variant' in serve && serve.enabled === undefined

const contradiction = (
  when: Condition,
  possible: (claims: readonly Claim[]) => boolean,
): readonly [Condition, Condition] | null => {
  const lines = when !== true && 'all' in when ? when.all : []
  for (const [i, first] of lines.entries())
    for (const second of lines.slice(i + 1))
      if (!possible([first, second].map((condition) => ({ condition, holds: true })))) return [first, second]
  return null
}
