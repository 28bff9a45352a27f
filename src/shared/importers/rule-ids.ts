import { limits } from '../limits.ts'
import type { Rule } from '../schemas/flag.ts'

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

/**
 * More rules than a flag may have, as fewer that do the same: neighbours that serve the same become one about any of
 * their people. Rules that fit are left as they are.
 */
export const fittingRules = (rules: readonly Rule[]): Rule[] => {
  if (rules.length <= limits.rulesPerFlag) return [...rules]
  const joined: Rule[] = []
  for (const rule of rules) {
    const last = joined.at(-1)
    if (last === undefined || !isPlain(last) || !isPlain(rule) || restOf(last) !== restOf(rule)) {
      joined.push(rule)
      continue
    }
    const any =
      typeof last.when === 'object' && 'any' in last.when && last.name === joinedName ? last.when.any : [last.when]
    const full = any.length >= limits.conditionsPerRule
    if (full) joined.push(rule)
    else joined[joined.length - 1] = { ...last, name: joinedName, when: { any: [...any, rule.when] } }
  }
  return joined
}

const joinedName = 'Rules that serve the same'
