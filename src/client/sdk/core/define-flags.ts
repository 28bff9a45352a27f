import type { Checked, Declarations, ObjectDeclaration, ValueOf } from './declaration.ts'

/** What a program knows about the one it asks for. It never has to be more than a plain object. */
export type Attributes = { readonly targetingKey?: string | undefined; readonly [attribute: string]: unknown }

declare const contextType: unique symbol

/** One flag that a program reads: its key, its type, and what it gives when there is nothing else to go by. */
export type Flag<Value = unknown, Context extends object = Attributes> = {
  readonly key: string
  readonly type: 'boolean' | 'string' | 'number' | 'object'
  readonly default: Value
  /** The values that the program can handle, where it said so. */
  readonly variants: readonly Value[] | null
  readonly [contextType]?: (context: Context) => void
}

/** The flags of a program by the names it calls them. */
export type Flags<F, Context extends object> = { readonly [Name in keyof F]: Flag<ValueOf<F[Name]>, Context> }

type Define<Context extends object> = <const F extends Declarations>(flags: F & Checked<F>) => Flags<F, Context>

/**
 * Declares the flags that a program reads. What it gives goes to `createFanion`.
 *
 * ```ts
 * const flags = defineFlags({
 *   checkout: { type: 'boolean', default: false },
 *   hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
 * })
 * ```
 *
 * With a type of its own for the context, every call must bring the attributes that this type requires:
 * `defineFlags<{ targetingKey: string; country: string }>()({ … })`.
 *
 * Throws a `TypeError` that names the flag and the field where a declaration cannot be right.
 */
export function defineFlags<const F extends Declarations>(flags: F & Checked<F>): Flags<F, Attributes>
export function defineFlags<Context extends object>(): Define<Context>
export function defineFlags(flags?: Declarations): unknown {
  return flags === undefined ? defined : defined(flags)
}

/** Declares an object flag with a type of your own: `limits: objectFlag<Limits>({ perMinute: 60 })`. */
export const objectFlag = <Value extends object>(
  fallback: Value,
  options: { readonly key?: string; readonly description?: string } = {},
): ObjectDeclaration<Value> => ({ ...options, type: 'object', default: fallback })

const defined = (flags: Declarations): Readonly<Record<string, Flag>> =>
  Object.freeze(Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, definedFlag(name, flag)])))

/** What a flag key looks like. */
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
