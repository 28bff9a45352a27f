import type { ChangeClash } from '../../features/changes/schemas/change.ts'
import { Condition } from '../../schemas/condition.ts'
import { Prerequisite, Rule } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import { fieldBelow, placeText } from '../place.ts'
import { conditionText } from '../rules/condition.ts'
import { sentence } from '../rules/sentence.ts'
import { serveText } from '../rules/serve.ts'
import { text } from '../word.ts'

const isOrder = (value: Json): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Describes one side of a clash as the page shows that field. Values of variants stay JSON. */
export const sideText = (path: string, value: Json | undefined, ruleIds: readonly string[] = []): string => {
  if (value === undefined || value === null) return 'none'
  if (path === 'on' || path === 'visibleToClients') return value === true ? 'on' : 'off'
  if (path.endsWith('.order') && isOrder(value))
    return value.map((key) => (path.startsWith('rules.') ? placeText(`rules["${key}"]`, ruleIds) : key)).join(', ')
  if (path.startsWith('variants')) return JSON.stringify(value)
  const serve = Rule.shape.serve.safeParse(value)
  if (serve.success) return text(serveText(serve.data))
  const rule = Rule.safeParse(value)
  if (rule.success) return sentence(rule.data)
  const required = Prerequisite.safeParse(value)
  if (required.success) return `${required.data.flag} is ${required.data.variants.join(' or ')}`
  const condition = path.endsWith('when') ? Condition.safeParse(value) : undefined
  if (condition?.success) return text(conditionText(condition.data))
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Describes the field of a clash: `status`, `rule 2 serve`. Rules are numbered as displayed. */
export const clashTitle = ({ path }: Pick<ChangeClash, 'path'>, ruleIds: readonly string[]): string => {
  if (path === '') return 'everything'
  const field = fieldBelow(path)
  const place = placeText(path, ruleIds)
  return field === undefined || path.endsWith('.order') ? place : `${place} ${field}`
}
