import type { PlacedClash } from '../../schemas/change.ts'
import { Condition } from '../../schemas/condition.ts'
import { Rule } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import { placeText } from '../place.ts'
import { conditionText } from '../rules/condition.ts'
import { sentence } from '../rules/sentence.ts'
import { serveText } from '../rules/serve.ts'
import { text } from '../word.ts'

/** One side of a clash in words, as the page shows that field elsewhere; a field that nothing knows stays JSON. */
export const sideText = (path: string, value: Json | undefined): string => {
  if (value === undefined || value === null) return 'none'
  if (path === 'on' || path === 'visibleToClients') return value === true ? 'on' : 'off'
  const serve = Rule.shape.serve.safeParse(value)
  if (serve.success) return text(serveText(serve.data))
  const rule = Rule.safeParse(value)
  if (rule.success) return sentence(rule.data)
  const condition = path.endsWith('when') ? Condition.safeParse(value) : undefined
  if (condition?.success) return text(conditionText(condition.data))
  return JSON.stringify(value)
}

const fieldNames: Record<string, string> = {
  on: 'status',
  offVariant: 'when off',
  otherwise: 'everyone else',
  visibleToClients: 'available to client SDKs',
  rules: 'rules',
  prerequisites: 'prerequisites',
  variants: 'variants',
  '': 'everything',
}

/** Where people disagree, in words: `the switch`, `rule 2 serve`. Rules are counted as the reader sees them. */
export const clashTitle = ({ path }: Pick<PlacedClash, 'path'>, ruleIds: readonly string[]): string => {
  const known = fieldNames[path]
  if (known !== undefined) return known
  const at = ruleIds.findIndex(
    (id) => path.startsWith(`rules.${id}`) || path.startsWith(`rules[${JSON.stringify(id)}]`),
  )
  // a rule that is gone has no number any more
  if (at < 0) return path.startsWith('rules') ? 'a rule' : placeText(path)
  const field = /\.(when|serve|name)$/.exec(path)?.[1]
  return `rule ${at + 1}${field === undefined ? '' : ` ${field}`}`
}
