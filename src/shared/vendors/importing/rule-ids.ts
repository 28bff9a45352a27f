import type { Rule } from '../../schemas/flag.ts'

const longestId = 64

/** Gives every rule its own id: the vendor's where it fits and no other rule has it, else one by position. */
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

/** What a rule is besides whom it is about; two that agree in it, one after the other, are one. */
const restOf = ({ id: _id, name: _name, when: _when, ...rest }: Rule): string => JSON.stringify(rest)

const isPlain = (rule: Rule): boolean =>
  rule.pre === undefined && rule.sticky === undefined && rule.gate === undefined && rule.onUnknown !== 'remember'

/** A rule that is skipped because it is unknown leaves the next one to decide; one that fails then does not. */
const orderOf = ({ onUnknown }: Rule): { unknown?: 'kleene' } => (onUnknown === 'fatal' ? {} : { unknown: 'kleene' })

/** More than people look through one by one. */
const manyRules = 100

/**
 * Many rules, as fewer that do the same: neighbours that serve the same become one about any of their people. Few rules are left
 * as they are.
 */
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
