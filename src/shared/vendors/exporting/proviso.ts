import { reader } from '../../engine/attribute.ts'
import type { AttributeType } from '../../features/attributes/schemas/attribute.ts'
import type { Context } from '../../schemas/context.ts'

/**
 * A requirement on the context (JSON) for another vendor's engine to return the same result:
 * - `keyed`: the targeting key is a string that is not empty
 * - all others: the attribute, if present, has this kind
 * - `scalar`: neither list nor object
 * - `ascii`: strings contain only printable ASCII characters
 * - `version`: three numbers of at most nine digits, separated by dots; `shortVersion`: at most five digits
 * - `instant`: a number, or RFC 3339 in UTC with at most milliseconds
 * - `unzoned`: no IPv6 address with a zone such as `%eth0`
 */
export type Proviso = { readonly kind: 'keyed' } | { readonly kind: ProvisoKind; readonly attribute: string }

export type ProvisoKind =
  | 'scalar'
  | 'list'
  | 'text'
  | 'number'
  | 'boolean'
  | 'ascii'
  | 'version'
  | 'shortVersion'
  | 'instant'
  | 'unzoned'

/** Three numbers of at most nine digits, which every engine compares the same way. */
export const plainVersion = /^(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){2}$/
/** Three numbers of at most five digits, the length to which GrowthBook pads. */
export const shortVersion = /^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){2}$/
const plainInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/
const printable = /^[\x20-\x7e]*$/

const isInstant = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && plainInstant.test(value) && isWritten(value))

/** Whether the date exists: invalid dates are formatted differently after parsing. */
const isWritten = (text: string): boolean => {
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 19))
}

const fits: Readonly<Record<ProvisoKind, (value: unknown) => boolean>> = {
  scalar: (value) => typeof value !== 'object',
  list: Array.isArray,
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  ascii: (value) => printable.test(typeof value === 'string' ? value : JSON.stringify(value)),
  version: (value) => typeof value === 'string' && plainVersion.test(value),
  shortVersion: (value) => typeof value === 'string' && shortVersion.test(value),
  instant: isInstant,
  unzoned: (value) => typeof value !== 'string' || !value.includes('%'),
}

/**
 * Whether a context (JSON) meets a proviso.
 * @internal for tests and benches
 */
export const meets = (context: Context, proviso: Proviso): boolean => {
  if (proviso.kind === 'keyed') return typeof context.targetingKey === 'string' && context.targetingKey !== ''
  const value = reader(proviso.attribute)(context)
  return value === undefined || value === null || fits[proviso.kind](value)
}

const impliedBy: Readonly<Record<AttributeType, readonly ProvisoKind[]>> = {
  string: ['text', 'scalar'],
  number: ['number', 'scalar'],
  boolean: ['boolean', 'scalar'],
  datetime: ['scalar'],
  version: ['text', 'scalar'],
  'string list': ['list'],
}

/** Whether the declared type of an attribute already guarantees the proviso. */
export const isDeclared = (proviso: Proviso, types: Readonly<Record<string, AttributeType>>): boolean => {
  if (proviso.kind === 'keyed') return false
  const type = Object.hasOwn(types, proviso.attribute) ? types[proviso.attribute] : undefined
  return type !== undefined && impliedBy[type].includes(proviso.kind)
}

/** Collects provisos without duplicates, in insertion order. */
export class Provisos {
  readonly #seen = new Map<string, Proviso>()

  add(proviso: Proviso): void {
    this.#seen.set(JSON.stringify(proviso), proviso)
  }

  get list(): readonly Proviso[] {
    return [...this.#seen.values()]
  }
}
