import { counted } from '../../../../shared/text/rules/percent.ts'
import { locale } from '../../../../shared/text/time/locale.ts'
import type { OtherFlags } from './other-flags.ts'

/** Flags to list by name. */
const named = 5

export const otherFlagsText = ({ turnsOff, keys }: OtherFlags): string => {
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(
    keys.length > named ? [...keys.slice(0, named), counted(keys.length - named, 'other flag')] : keys,
  )
  return turnsOff ? `This also turns off ${list}.` : `This also changes what ${list} may serve.`
}
