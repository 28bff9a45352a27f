import type { FlagCell, ServedSummary } from '../../features/flags/schemas/flag-view.ts'
import { quoted } from '../rules/literal.ts'
import { counted, percent } from '../rules/percent.ts'

/**
 * Describes a flag in one environment, short enough for a table cell: `off`, `on`, `on for 25%, else off`, `2 rules,
 * else off`.
 */
export const cellText = ({ on, rules, serves }: Pick<FlagCell, 'on' | 'rules' | 'serves'>): string => {
  if (!on) return 'off'
  const rest = servedText(serves.rest)
  if (rules === 0) return rest
  const first = serves.first === undefined ? counted(rules, 'rule') : servedText(serves.first)
  return `${first}, else ${rest}`
}

const servedText = (served: ServedSummary): string => {
  if ('variant' in served) return quoted(served.variant)
  if ('imported' in served) return importedText(served)
  const { shares, more = 0, by, salt } = served
  const each = shares.map(({ variant, weight }) => `${quoted(variant)} for ${percent(weight)}`)
  const list = [...each, ...(more === 0 ? [] : ['…'])].join(', ')
  const whom = list === '' ? 'nobody' : list
  const grouped = by === undefined ? whom : `${whom} by ${quoted(by)}`
  return salt === undefined ? grouped : `${grouped} salted ${JSON.stringify(salt)}`
}

const importedText = (served: Extract<ServedSummary, { imported: string }>): string => {
  if (served.imported === 'split') return `${(served.variants ?? []).map(quoted).join(', ')} by an imported split`
  if (served.imported === 'expression') return 'the result of the imported expression'
  if (served.imported === 'default') return 'the default in code'
  return `an error (${served.kind ?? ''})`
}
