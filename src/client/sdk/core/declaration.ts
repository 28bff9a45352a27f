/** What a program says about a flag it reads. `key` is only needed where it is not the name of the property. */
type Named = {
  /** The flag's key on the server; by default the name of the property. */
  readonly key?: string
  readonly description?: string
}

type BooleanDeclaration = Named & { readonly type: 'boolean'; readonly default: boolean }

type StringDeclaration = Named & {
  readonly type: 'string'
  /** All values the program can handle; another one that the server may serve is answered with the default. */
  readonly variants?: readonly string[]
  readonly default: string
}

type NumberDeclaration = Named & {
  readonly type: 'number'
  /** All values the program can handle; another one that the server may serve is answered with the default. */
  readonly variants?: readonly number[]
  readonly default: number
}

export type ObjectDeclaration<Value extends object = object> = Named & {
  readonly type: 'object'
  readonly default: Value
  /** Never set: it carries the type that `objectFlag` was given. */
  readonly valueType?: Value
}

type Declaration = BooleanDeclaration | StringDeclaration | NumberDeclaration | ObjectDeclaration
export type Declarations = { readonly [name: string]: Declaration }

/** `60` is a number and `'a'` a string: an object's default says what its fields are, not what they will be. */
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

/** A value as flags give it: frozen, all the way down. */
type DeepReadonly<Value> = Value extends (...parameters: never[]) => unknown
  ? Value
  : Value extends object
    ? { readonly [Field in keyof Value]: DeepReadonly<Value[Field]> }
    : Value

/** The values that a flag declared like this can give. */
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

/** The fields that a declaration of a type may have. */
type Fields<D> = D extends { readonly type: infer Type } ? keyof Extract<Declaration, { readonly type: Type }> : keyof D

/** What no value is: the compiler says it where a declaration has a mistake, in place of "not assignable to never". */
type Mistake<Says extends string, Right = never> = { readonly [Said in Says]: Right }

/**
 * Mistakes that the compiler reports where they are, each once: a default outside the declared variants, and a field that there
 * is not. None of them is `never`, which would make the whole declaration one, and every field of it an error.
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
