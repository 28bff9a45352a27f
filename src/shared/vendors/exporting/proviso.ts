import { reader } from '../../engine/attribute.ts'
import type { AttributeType } from '../../features/attributes/schemas/attribute.ts'
import type { Context } from '../../schemas/context.ts'

/**
 * What must be true of a context, which is JSON, for another system's engine to answer as ours: `keyed`, it has a targeting
 * key that is a text and not empty; or an attribute, where it is there, is of this kind. `scalar` is anything but a list or
 * an object; `ascii` no text with anything but printable ASCII; `version` three numbers of at most nine digits with dots between, `shortVersion` of at most five;
 * `instant` a number, or RFC 3339 in UTC with at most milliseconds; `unzoned` no address of IPv6 with a zone, such as `%eth0`.
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

/** Three numbers of at most nine digits: read alike by every engine. */
export const plainVersion = /^(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){2}$/
/** The same of at most five digits, to which GrowthBook fills up. */
export const shortVersion = /^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){2}$/
const plainInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/
const printable = /^[\x20-\x7e]*$/

const isInstant = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && plainInstant.test(value) && isWritten(value))

/** Whether a day and a time exist: what they are read as is written the same. */
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
 * Whether a context, which is JSON, meets a proviso.
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

/** Whether the declared type of an attribute says already what the proviso asks. */
export const isDeclared = (proviso: Proviso, types: Readonly<Record<string, AttributeType>>): boolean => {
  if (proviso.kind === 'keyed') return false
  const type = Object.hasOwn(types, proviso.attribute) ? types[proviso.attribute] : undefined
  return type !== undefined && impliedBy[type].includes(proviso.kind)
}

/** Provisos, each once, in the order they came. */
export class Provisos {
  readonly #seen = new Map<string, Proviso>()

  add(proviso: Proviso): void {
    this.#seen.set(JSON.stringify(proviso), proviso)
  }

  get list(): readonly Proviso[] {
    return [...this.#seen.values()]
  }
}
