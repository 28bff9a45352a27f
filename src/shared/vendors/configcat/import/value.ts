import type { FlagType } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { displayKeys } from '../../importing/display-keys.ts'
import type { CcServed, CcSetting, CcValue } from './config.ts'

/** The value of a wrapper object. Null if it contains none. */
export const valueOf = ({ b, s, i, d }: CcValue): string | number | boolean | null => b ?? s ?? i ?? d ?? null

/** Indexed by the vendor's type number. */
export const types: readonly FlagType[] = ['boolean', 'string', 'number', 'number']

/** The values of a setting: one variant per distinct value and variation id. */
export type Values = {
  type: FlagType
  variants: Record<string, Json>
  outputs: Record<string, { name: string }>
  /** The variant of a value. Null if the value has the wrong type, which the vendor's SDKs reject. */
  keyOf: (served: CcServed) => string | null
}

const identityOf = (served: CcServed): string => JSON.stringify([valueOf(served.v), served.i ?? null])

export const servedIn = (setting: CcSetting): readonly CcServed[] => {
  const options = [setting.p, ...(setting.r ?? []).map((rule) => rule.p)].flatMap((list) => list ?? [])
  return [setting, ...options, ...(setting.r ?? []).flatMap((rule) => rule.s ?? [])]
}

export const valuesOf = (setting: CcSetting): Values => {
  const type = types[setting.t] ?? 'string'
  const all = servedIn(setting)
  const identities = new Map(all.filter(({ v }) => typeof valueOf(v) === type).map((one) => [identityOf(one), one]))
  const nameOf = (identity: string): string => {
    const value = valueOf(identities.get(identity)?.v ?? {})
    return typeof value === 'number' ? `value-${value}` : String(value)
  }
  const keys = displayKeys(identities.keys(), 'variant', nameOf)
  const entries = [...identities].map(([identity, served]) => ({ key: keys.get(identity) ?? identity, served }))
  return {
    type,
    variants: Object.fromEntries(entries.map(({ key, served }): [string, Json] => [key, valueOf(served.v)])),
    outputs: Object.fromEntries(entries.flatMap(({ key, served: { i } }) => (i == null ? [] : [[key, { name: i }]]))),
    keyOf: (served) => keys.get(identityOf(served)) ?? null,
  }
}
