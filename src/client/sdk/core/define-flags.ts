import type { Checked, Declarations, ObjectDeclaration, ValueOf } from './declaration.ts'

/** The attributes of a user, a request or anything else that a flag is evaluated for. A plain object. */
export type Attributes = { readonly targetingKey?: string | undefined; readonly [attribute: string]: unknown }

declare const contextType: unique symbol

/** A declared flag: its key, its type, and the default that is used if nothing can be served. */
export type Flag<Value = unknown, Context extends object = Attributes> = {
  readonly key: string
  readonly type: 'boolean' | 'string' | 'number' | 'object'
  readonly default: Value
  /** The values that the application accepts; null if any value of the type is accepted. */
  readonly variants: readonly Value[] | null
  readonly [contextType]?: (context: Context) => void
}

/** The declared flags of an application, by property name. */
export type Flags<F, Context extends object> = { readonly [Name in keyof F]: Flag<ValueOf<F[Name]>, Context> }

type Define<Context extends object> = <const F extends Declarations>(flags: F & Checked<F>) => Flags<F, Context>

/**
 * Declares the flags that an application reads. Pass the result to `createFanion` as `flags`.
 * ```ts
 * const flags = defineFlags({
 *   checkout: { type: 'boolean', default: false },
 *   hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
 * })
 * ```
 * With an explicit context type, every call must pass the attributes that the type requires: `defineFlags<{
 * targetingKey: string; country: string }>()({ … })`.
 * Throws a `TypeError` that names the flag and the field if a declaration is invalid.
 */
export function defineFlags<const F extends Declarations>(flags: F & Checked<F>): Flags<F, Attributes>
export function defineFlags<Context extends object>(): Define<Context>
export function defineFlags(flags?: Declarations): unknown {
  return flags === undefined ? defined : defined(flags)
}

/** Declares an object flag with an explicit value type: `limits: objectFlag<Limits>({ perMinute: 60 })`. */
export const objectFlag = <Value extends object>(
  fallback: Value,
  options: { readonly key?: string; readonly description?: string } = {},
): ObjectDeclaration<Value> => ({ ...options, type: 'object', default: fallback })

const defined = (flags: Declarations): Readonly<Record<string, Flag>> =>
  Object.freeze(Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, definedFlag(name, flag)])))

/** The format of a flag key. */
export const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

const definedFlag = (name: string, declaration: Declarations[string]): Flag => {
  const key = declaration.key ?? name
  const refuse = (field: string, problem: string): never => {
    throw new TypeError(`defineFlags: ${name}.${field} ${problem}`)
  }
  if (!keyPattern.test(key)) {
    refuse(
      'key',
      `is ${JSON.stringify(key)}; a flag key starts with a letter or digit and has at most 100 letters, digits, dots, underscores and dashes`,
    )
  }
  if (!Object.hasOwn(isOfType, declaration.type)) {
    refuse('type', `is ${JSON.stringify(declaration.type)}; use boolean, string, number or object`)
  }
  const fits = isOfType[declaration.type]
  if (!fits(declaration.default)) refuse('default', `must be of type ${declaration.type}`)
  const variants: readonly unknown[] | null = 'variants' in declaration ? (declaration.variants ?? null) : null
  if (variants !== null) {
    if (!Array.isArray(variants) || !variants.every(fits))
      refuse('variants', `must be a list of type ${declaration.type}`)
    if (!variants.includes(declaration.default)) refuse('default', 'must be one of its variants')
  }
  return Object.freeze({ key, type: declaration.type, default: declaration.default, variants })
}

/** Whether a value is of a flag type. Lists count as objects; `null`, `NaN` and infinities fit no type. */
const isOfType: Readonly<Record<Flag['type'], (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  object: (value) => typeof value === 'object' && value !== null,
}
