type Named = {
  /** The flag's key on the server. Default: the name of the property. */
  readonly key?: string
  readonly description?: string
}

type BooleanDeclaration = Named & { readonly type: 'boolean'; readonly default: boolean }

type StringDeclaration = Named & {
  readonly type: 'string'
  /** All values that the application accepts. If the server serves another value, the default is used. */
  readonly variants?: readonly string[]
  readonly default: string
}

type NumberDeclaration = Named & {
  readonly type: 'number'
  /** All values that the application accepts. If the server serves another value, the default is used. */
  readonly variants?: readonly number[]
  readonly default: number
}

export type ObjectDeclaration<Value extends object = object> = Named & {
  readonly type: 'object'
  readonly default: Value
  /** Never set. Carries the type argument of `objectFlag`. */
  readonly valueType?: Value
}

type Declaration = BooleanDeclaration | StringDeclaration | NumberDeclaration | ObjectDeclaration
export type Declarations = { readonly [name: string]: Declaration }

/** Widens literal types: an object's default defines the types of its fields, not their values. */
type Widen<Value> = Value extends string
  ? string
  : Value extends number
    ? number
    : Value extends boolean
      ? boolean
      : Value extends readonly (infer Item)[]
        ? readonly Widen<Item>[]
        : Value extends object
          ? { readonly [Field in keyof Value]: Widen<Value[Field]> }
          : Value

/** A flag's value: deeply frozen. */
type DeepReadonly<Value> = Value extends (...parameters: never[]) => unknown
  ? Value
  : Value extends object
    ? { readonly [Field in keyof Value]: DeepReadonly<Value[Field]> }
    : Value

/** The type of the values of a declared flag. */
export type ValueOf<D> = D extends { readonly type: 'boolean' }
  ? boolean
  : D extends { readonly type: 'string' }
    ? D extends { readonly variants: readonly (infer Value)[] }
      ? Value
      : string
    : D extends { readonly type: 'number' }
      ? D extends { readonly variants: readonly (infer Value)[] }
        ? Value
        : number
      : D extends { readonly type: 'object'; readonly default: infer Value }
        ? 'valueType' extends keyof D
          ? DeepReadonly<Value>
          : Widen<Value>
        : never

type Fields<D> = D extends { readonly type: infer Type } ? keyof Extract<Declaration, { readonly type: Type }> : keyof D

/** A type that no value has. The compiler shows its text instead of "not assignable to never". */
type Mistake<Says extends string, Right = never> = { readonly [Said in Says]: Right }

/**
 * Reports mistakes at their position, each once: a default outside the declared variants, and an unknown field. None of
 * the types is `never`: that would make the whole declaration `never`, and every field an error.
 */
export type Checked<F> = {
  readonly [Name in keyof F]: (F[Name] extends {
    readonly type: 'string' | 'number'
    readonly variants: readonly (infer Value)[]
    readonly default: infer Default
  }
    ? Default extends Value
      ? unknown
      : { readonly default: Mistake<'the default must be one of the variants', Value> }
    : unknown) & {
    readonly [Field in Exclude<keyof F[Name], Fields<F[Name]>>]: Mistake<'a flag of this type has no such field'>
  }
}
