import type { FlagDocument, Rule } from '../../../../shared/schemas/flag.ts'

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** My edit on top of what somebody published meanwhile, and the fields that both changed (there, mine stands). */
export type Rebased = { document: FlagDocument; clashes: string[] }

/** The rules of both, when they keep one order; null when someone added, removed or moved a rule. */
const mergedRules = (before: readonly Rule[], mine: readonly Rule[], theirs: readonly Rule[]): Rule[] | null => {
  const ids = (rules: readonly Rule[]) => rules.map((rule) => rule.id)
  if (!equal(ids(before), ids(mine)) || !equal(ids(before), ids(theirs))) return null
  const merged: Rule[] = []
  for (const [i, was] of before.entries()) {
    const [own, other] = [mine[i], theirs[i]]
    if (own === undefined || other === undefined) return null
    if (!equal(own, was) && !equal(other, was) && !equal(own, other)) return null
    merged.push(equal(own, was) ? other : own)
  }
  return merged
}

/** Three-way: what I changed stays mine, the rest becomes theirs. Rules merge one by one while their order is the same. */
export const rebase = (before: FlagDocument, mine: FlagDocument, theirs: FlagDocument): Rebased => {
  const clashes: string[] = []
  const pick = <Field extends keyof FlagDocument>(field: Field): FlagDocument[Field] => {
    if (equal(mine[field], before[field])) return theirs[field]
    if (!equal(theirs[field], before[field]) && !equal(mine[field], theirs[field])) clashes.push(field)
    return mine[field]
  }
  const rules = mergedRules(before.rules, mine.rules, theirs.rules)
  const document: FlagDocument = {
    ...theirs,
    on: pick('on'),
    variants: pick('variants'),
    offVariant: pick('offVariant'),
    prerequisites: pick('prerequisites'),
    rules: rules ?? pick('rules'),
    otherwise: pick('otherwise'),
    visibleToClients: pick('visibleToClients'),
  }
  return { document, clashes }
}
