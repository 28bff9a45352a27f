import type { AnyFlags, ContextOf } from '../core/calls.ts'
import type { Attributes, Flag } from '../core/define-flags.ts'
import type { Fanion } from '../core/fanion.ts'

/** The options of `flag` of Vercel's `flags` package, except `identify`. */
export type VercelDeclaration<Value, Context> = {
  readonly key: string
  readonly defaultValue: Value
  /** Possible values, for precomputed pages and the Vercel toolbar. */
  readonly options?: Value[]
  readonly adapter: {
    readonly initialize: () => Promise<void>
    readonly decide: (asked: { readonly entities?: Context }) => Value
  }
}

/** The Vercel declaration of each flag declared with `defineFlags`. */
export type VercelDeclarations<F extends AnyFlags> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer Value, never> ? VercelDeclaration<Value, ContextOf<F>> : never
}

/**
 * Declares the flags for Vercel's `flags` package, on the server and in the proxy. The result of `identify` is the
 * context:
 * ```ts
 * const declared = vercelFlags(fanion, flags)
 * export const checkout = flag({ ...declared.checkout, identify: () => ({ targetingKey: … }) })
 * ```
 */
export const vercelFlags = <F extends AnyFlags>(
  fanion: Pick<Fanion<F>, 'flags' | 'ready'>,
  flags: F,
): VercelDeclarations<F> => {
  // Called with the result of `identify`, whose type is checked against the context of the flags.
  const calls = fanion.flags as { readonly [name: string]: (context?: Attributes) => unknown }
  const declarationOf = ([name, flag]: [string, AnyFlags[string]]) => {
    const declaration: VercelDeclaration<unknown, Attributes> = {
      key: flag.key,
      defaultValue: flag.default,
      ...(flag.variants !== null && { options: [...flag.variants] }),
      adapter: {
        initialize: async () => void (await fanion.ready()),
        decide: ({ entities }) => calls[name]?.(entities),
      },
    }
    return [name, declaration] as const
  }
  // `VercelDeclarations` computes the type of each declaration.
  return Object.fromEntries(Object.entries(flags).map(declarationOf)) as unknown as VercelDeclarations<F>
}
