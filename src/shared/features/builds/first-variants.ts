import { sameJson } from '../../datafile/same-json.ts'
import type { FlagType } from '../../schemas/flag.ts'
import { type Json, Key } from '../../schemas/keys.ts'
import type { DeclaredFlag } from './schemas/build.ts'

export type FirstVariant = { readonly key: string; readonly value: Json }

const truths: readonly Json[] = [true, false]

/**
 * The variants of a flag that a build asks for, as it declares them: the default last, as that is what a new flag serves while
 * it is off, so that nobody gets another answer by its coming. A build that takes any value gives its default alone.
 */
export const firstVariantsOf = ({ type, variants, default: fallback }: DeclaredFlag): FirstVariant[] => {
  const known = variants ?? (type === 'boolean' ? truths : [])
  const values = [...known.filter((value) => !sameJson(value, fallback)), fallback]
  const taken = new Set<string>()
  // a key of its own, without regard to case
  const take = (key: string): string | undefined => {
    if (taken.has(key.toLowerCase())) return undefined
    taken.add(key.toLowerCase())
    return key
  }
  const named = values.map((value) => {
    const key = keyFor(type, value)
    return { key: key === undefined ? undefined : take(key), value }
  })
  let at = 0
  const numbered = (): string => take(`variant-${++at}`) ?? numbered()
  return named.map(({ key, value }) => ({ key: key ?? numbered(), value }))
}

/** What a variant is called by its value, where that can be a key. */
const keyFor = (type: FlagType, value: Json): string | undefined => {
  if (type === 'boolean') return value === true ? 'on' : 'off'
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return Key.safeParse(text).success ? text : undefined
}
