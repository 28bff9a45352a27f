import type { Rule } from '../../schemas/flag.ts'

const longestId = 64

/** Assigns each rule a unique id: the vendor's if it is valid and unused, otherwise one by position. */
export const ruleIds = (): ((theirs: string | null | undefined, position: number) => string) => {
  const taken = new Set<string>()
  return (theirs, position) => {
    const fits = theirs != null && theirs !== '' && theirs.length <= longestId && !taken.has(theirs)
    let id = fits ? theirs : `rule-${position + 1}`
    while (taken.has(id)) id = `${id}-`.slice(-longestId)
    taken.add(id)
    return id
  }
}

/** A rule without id, name and condition. Adjacent rules that are equal in this can be merged. */
const restOf = ({ id: _id, name: _name, when: _when, ...rest }: Rule): string => JSON.stringify(rest)

const isPlain = (rule: Rule): boolean =>
  rule.pre === undefined && rule.sticky === undefined && rule.gate === undefined && rule.onUnknown !== 'remember'

/**
 * If an unknown result only skips a rule, the next condition still decides (Kleene logic). Not if it makes the flag
 * fail.
 */
const orderOf = ({ onUnknown }: Rule): { unknown?: 'kleene' } => (onUnknown === 'fatal' ? {} : { unknown: 'kleene' })

/** The number of rules above which they are merged: more than a user would read one by one. */
const manyRules = 100

/** Merges adjacent rules that serve the same into one rule with either condition. Short lists stay as they are. */
export const fittingRules = (rules: readonly Rule[]): Rule[] => {
  if (rules.length <= manyRules) return [...rules]
  const joined: Rule[] = []
  for (const rule of rules) {
    const last = joined.at(-1)
    if (last === undefined || !isPlain(last) || !isPlain(rule) || restOf(last) !== restOf(rule)) {
      joined.push(rule)
      continue
    }
    if (last.name === joinedName && typeof last.when === 'object' && 'any' in last.when) last.when.any.push(rule.when)
    else
      joined[joined.length - 1] = { ...last, name: joinedName, when: { any: [last.when, rule.when], ...orderOf(rule) } }
  }
  return joined
}

const joinedName = 'Rules that serve the same'
