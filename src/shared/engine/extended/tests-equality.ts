import type { Json } from '../../schemas/keys.ts'
import { isList } from '../operators/list.ts'
import { catchContextErrors } from './catch-context-errors.ts'
import type { Ask, TestOf } from './test.ts'
import { folder, stringifier, textOf } from './text.ts'

const typeName = (value: unknown): string => (value === null ? 'null' : typeof value)

export const inStrict = ({ values, array, types }: TestOf<'in.strict'>): Ask => {
  const wanted = new Set<unknown>(values.filter((value) => typeof value !== 'object' || value === null))
  const allowed = types === undefined ? undefined : new Set<string>(types)
  return (value) => {
    if (array === 'any' && isList(value)) return value.some((element) => wanted.has(element))
    if (allowed !== undefined && !allowed.has(typeName(value))) return 'invalid'
    return wanted.has(value)
  }
}

export const inText = ({ values, str, fold }: TestOf<'in.text'>): Ask => {
  const [text, alike] = [stringifier(str), folder(fold)]
  const wanted = new Set(values.map(alike))
  return (value) => {
    const read = text(value)
    return read === undefined ? 'invalid' : wanted.has(alike(read))
  }
}

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value)

export const inFold = ({ values, all }: TestOf<'in.fold'>): Ask => {
  const wanted = new Set(values.map(lower))
  return (value) => {
    if (all !== true) return isList(value) ? value.some((one) => wanted.has(lower(one))) : wanted.has(lower(value))
    if (!isList(value)) return false
    const held = new Set(value.map(lower))
    return [...wanted].every((one) => held.has(one))
  }
}

const jsonText = (value: unknown): string | undefined => catchContextErrors(() => JSON.stringify(value))

export const looseEq = ({ value: wanted }: TestOf<'loose.eq'>): Ask => {
  // Each branch reproduces a coercion of the vendor's language. `+ ""` and `* 1` throw for symbols and BigInt.
  if (typeof wanted === 'string') return (value) => catchContextErrors(() => textOf(value)) === wanted
  if (typeof wanted === 'number') return (value) => catchContextErrors(() => Number(value)) === wanted
  if (typeof wanted === 'boolean') return (value) => value !== null && value !== undefined && Boolean(value) === wanted
  if (wanted === null) return (value) => value === null
  return jsonEq({ op: 'json.eq', value: wanted })
}

export const jsonEq = ({ value: wanted }: TestOf<'json.eq'>): Ask => {
  const text = JSON.stringify(wanted)
  return (value) => jsonText(value) === text
}

export const typeIs =
  ({ type }: TestOf<'type.is'>): Ask =>
  (value) =>
    (Array.isArray(value) ? 'array' : typeName(value)) === type

const exactText = (value: unknown): string => textOf(value).toLowerCase()

const isTrue = (value: unknown): boolean => {
  if (typeof value === 'string') return value.toLowerCase() === 'true'
  return isList(value) ? value.every(isTrue) : value === true
}

const hasInteger = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isInteger(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInteger)
}

const folded = (value: unknown): string =>
  (typeof value === 'string' ? value : (catchContextErrors(() => JSON.stringify(value)) ?? '')).toLowerCase()

export const phExact = ({ values, text, truth }: TestOf<'ph.exact'>): Ask => {
  if (truth !== undefined) return (value) => isTrue(value) === truth
  const listed = values.flatMap((value: Json): unknown[] => (Array.isArray(value) ? value : [value]))
  if (text !== undefined) {
    const wanted = new Set(values.map(folded))
    return (value) => (text === 'noInteger' && hasInteger(value) ? 'invalid' : wanted.has(folded(value)))
  }
  const wanted = new Set(listed.map(exactText))
  return (value) => {
    const one = (element: unknown) => wanted.has(catchContextErrors(() => exactText(element)) ?? '')
    return isList(value) ? value.some(one) || one(value) : one(value)
  }
}
