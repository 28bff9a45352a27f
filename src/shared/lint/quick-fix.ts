import type { Condition, Leaf } from '../schemas/condition.ts'
import type { FlagDocument, Rule } from '../schemas/flag.ts'
import type { Finding } from './finding.ts'

/** The result of applying a finding's fix with one click. */
export type QuickFix =
  | { act: 'move-up'; before: number; document: FlagDocument }
  | { act: 'remove' | 'join' | 'serve'; document: FlagDocument }
  | { act: 'write'; text: string; document: FlagDocument }
  | { act: 'serve-else'; variant: string; document: FlagDocument }

/** The obvious fix of a finding. Null if there is none, or more than one. */
export const quickFixOf = (document: FlagDocument, finding: Finding): QuickFix | null => {
  const at = document.rules.findIndex(({ id }) => id === finding.rule)
  const rule = document.rules[at]
  const withRule = (next: Rule): FlagDocument => ({ ...document, rules: document.rules.with(at, next) })
  if (finding.kind === 'split-of-one') {
    const serve = { variant: finding.variant }
    return {
      act: 'serve',
      document: rule === undefined ? { ...document, otherwise: serve } : withRule({ ...rule, serve }),
    }
  }
  if (rule === undefined) return null
  if (finding.kind === 'changes-nothing')
    return finding.instead === null
      ? { act: 'remove', document: { ...document, rules: document.rules.toSpliced(at, 1) } }
      : {
          act: 'serve-else',
          variant: finding.instead,
          document: { ...document, otherwise: { variant: finding.instead } },
        }
  if (finding.kind === 'unknown-attribute') {
    const rename = (leaf: Leaf): Leaf =>
      leaf.attribute === finding.attribute ? { ...leaf, attribute: finding.near } : leaf
    return { act: 'write', text: finding.near, document: withRule({ ...rule, when: mapped(rule.when, rename) }) }
  }
  if (finding.kind === 'unseen-value') {
    const { attribute, value, other } = finding
    if (!finding.near) return null
    const values = (leaf: Leaf) => [...new Set(leaf.values.map((one) => (one === value ? other : one)))]
    const replace = (leaf: Leaf): Leaf => (leaf.attribute === attribute ? { ...leaf, values: values(leaf) } : leaf)
    return { act: 'write', text: other, document: withRule({ ...rule, when: mapped(rule.when, replace) }) }
  }
  if (finding.kind !== 'never-matches') return null
  if (finding.dead.because === 'contradiction') {
    const joined = finding.dead.lines === null ? null : join(rule.when, finding.dead.lines)
    return joined === null ? null : { act: 'join', document: withRule({ ...rule, when: joined }) }
  }
  if (finding.dead.because === 'flag') return null
  const [before, ...others] = finding.dead.by
  if (before === undefined || others.length > 0) return null
  if (JSON.stringify(document.rules[before]?.when) === JSON.stringify(rule.when))
    return { act: 'remove', document: { ...document, rules: document.rules.toSpliced(at, 1) } }
  return {
    act: 'move-up',
    before,
    document: { ...document, rules: document.rules.toSpliced(at, 1).toSpliced(before, 0, rule) },
  }
}

const mapped = (condition: Condition, change: (leaf: Leaf) => Leaf): Condition => {
  if (condition === true) return true
  if ('all' in condition) return { ...condition, all: condition.all.map((member) => mapped(member, change)) }
  if ('any' in condition) return { ...condition, any: condition.any.map((member) => mapped(member, change)) }
  if ('not' in condition) return { not: mapped(condition.not, change) }
  return 'operator' in condition ? change(condition) : condition
}

/** Merges two conditions that list values of one attribute into one condition with the values of both. */
const join = (when: Condition, [first, second]: readonly [Condition, Condition]): Condition | null => {
  if (when === true || !('all' in when) || !lists(first) || !lists(second)) return null
  if (first.attribute !== second.attribute || first.ignoreCase !== second.ignoreCase) return null
  const values = [...new Set([...first.values, ...second.values])]
  const both: Leaf = { ...first, operator: values.length === 1 ? 'is' : 'isOneOf', values }
  const all = when.all.flatMap((line) => (line === first ? [both] : line === second ? [] : [line]))
  return all.length === 1 ? both : { ...when, all }
}

const lists = (line: Condition): line is Leaf =>
  line !== true && 'operator' in line && (line.operator === 'is' || line.operator === 'isOneOf')
