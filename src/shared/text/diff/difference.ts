import { sameJsonText } from '../../datafile/same-json-text.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import { serveText } from '../rules/serve.ts'
import { text } from '../word.ts'
import { jsonDifferences } from './json-difference.ts'
import { ruleAudienceText } from './ramp-slice.ts'

/** One difference between two documents. If `before` is null, it was added. If `after` is null, it was removed. */
export type Difference = { subject: string; before: string | null; after: string | null }

/** Words for a flag's switch. The subject identifies such a difference. */
export const switchWords = { subject: 'status', on: 'on', off: 'off' }

const changed = (subject: string, before: string | null, after: string | null): Difference[] =>
  before === after ? [] : [{ subject, before, after }]

const title = (rule: Rule, position: number): string => `rule ${position}${rule.name ? ` ${rule.name}` : ''}`

/** `country is NO → on for 25%`, or `1% of everyone → on` for the rule of a ramp. */
const ruleLine = (rule: Rule): string => `${ruleAudienceText(rule)} → ${text(serveText(rule.serve))}`

const runText = ({ run }: Rule): string => (run === undefined ? 'nothing' : `run ${run}`)

const ruleDifferences = (before: Rule, after: Rule, position: number): Difference[] => [
  ...changed(`name of rule ${position}`, before.name ?? 'none', after.name ?? 'none'),
  // Long lists are only turned into words if they differ.
  ...(sameJsonText(before.when, after.when)
    ? []
    : changed(`${title(after, position)} when`, ruleAudienceText(before), ruleAudienceText(after))),
  ...changed(`${title(after, position)} measured by`, runText(before), runText(after)),
  ...serveDifference(`${title(after, position)} serves`, before.serve, after.serve),
]

const serveDifference = (subject: string, before: Rule['serve'], after: Rule['serve']): Difference[] => {
  const [was, is] = [text(serveText(before)), text(serveText(after))]
  // The same weights can be at other positions on the line. Then other users are served, although the text is the same.
  if (was === is && !sameJsonText(before, after))
    return [{ subject, before: was, after: `${is}, for different people` }]
  return changed(subject, was, is)
}

/** Rules whose order changed among the rules that both documents contain. */
const reorderedRules = (before: readonly Rule[], after: readonly Rule[]): Difference[] => {
  const shared = (rules: readonly Rule[], others: readonly Rule[]) =>
    rules.filter((rule) => others.some((other) => other.id === rule.id)).map((rule) => rule.id)
  const [was, is] = [shared(before, after), shared(after, before)]
  if (sameJsonText(was, is)) return []
  const order = (ids: string[]) => ids.map((id) => before.findIndex((rule) => rule.id === id) + 1).join(', ')
  return [{ subject: 'order of rules', before: order(was), after: order(is) }]
}

const variantDifferences = (before: Record<string, Json>, after: Record<string, Json>): Difference[] => {
  const shown = (variants: Record<string, Json>, key: string) =>
    Object.hasOwn(variants, key) ? JSON.stringify(variants[key]) : null
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const fields = jsonDifferences(before[key], after[key])
    return fields === null
      ? changed(`variant ${key}`, shown(before, key), shown(after, key))
      : fields.map(({ path, ...sides }) => ({ subject: `variant ${key}, ${path}`, ...sides }))
  })
}

const prerequisite = ({ flag, variants }: FlagDocument['prerequisites'][number]): string =>
  `flag ${flag} is ${variants.join(' or ')}`

/** The differences between two states of a flag in one environment, in the order of its page. */
export const differences = (before: FlagDocument, after: FlagDocument): Difference[] => [
  ...changed(switchWords.subject, switchWords[before.on ? 'on' : 'off'], switchWords[after.on ? 'on' : 'off']),
  ...variantDifferences(before.variants, after.variants),
  ...changed('when off', before.offVariant ?? 'the default in code', after.offVariant ?? 'the default in code'),
  ...changed(
    'prerequisite',
    before.prerequisites.map(prerequisite).join(' and ') || 'nothing',
    after.prerequisites.map(prerequisite).join(' and ') || 'nothing',
  ),
  ...before.rules.flatMap((rule, i) =>
    after.rules.some((other) => other.id === rule.id)
      ? []
      : [{ subject: title(rule, i + 1), before: ruleLine(rule), after: null }],
  ),
  ...after.rules.flatMap((rule, i) => {
    const was = before.rules.find((other) => other.id === rule.id)
    if (was === undefined) return [{ subject: title(rule, i + 1), before: null, after: ruleLine(rule) }]
    return ruleDifferences(was, rule, i + 1)
  }),
  ...reorderedRules(before.rules, after.rules),
  ...serveDifference('everyone else', before.otherwise, after.otherwise),
  ...changed('available to client SDKs', String(before.visibleToClients), String(after.visibleToClients)),
]

/** A difference as one line: `rule 2 serves: on for 10% → on for 25%`, `rule 3 removed`. */
export const differenceLine = ({ subject, before, after }: Difference): string => {
  if (before === null) return `${subject} added: ${after ?? ''}`
  if (after === null) return `${subject} removed: ${before}`
  return `${subject}: ${before} → ${after}`
}
