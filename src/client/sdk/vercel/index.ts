import type { AnyFlags, ContextOf } from '../core/calls.ts'
import type { Attributes, Flag } from '../core/define-flags.ts'
import type { Fanion } from '../core/fanion.ts'

/** What `flag` of Vercel's `flags` needs to know of a flag, apart from who asks. */
export type VercelDeclaration<Value, Context> = {
  readonly key: string
  readonly defaultValue: Value
  /** The values that it may have: for precomputed pages and the toolbar. */
  readonly options?: Value[]
  readonly adapter: {
    readonly initialize: () => Promise<void>
    readonly decide: (asked: { readonly entities?: Context }) => Value
  }
}

/** A declaration for each flag that `defineFlags` gave. */
export type VercelDeclarations<F extends AnyFlags> = {
  readonly [Name in keyof F]: F[Name] extends Flag<infer Value, never> ? VercelDeclaration<Value, ContextOf<F>> : never
}

/**
 * The declared flags for Vercel's `flags`, on the server and in the proxy; what `identify` gives is the context:
 *
 * ```ts
 * const declared = vercelFlags(fanion, flags)
 * export const checkout = flag({ ...declared.checkout, identify: () => ({ targetingKey: … }) })
 * ```
 */
export const vercelFlags = <F extends AnyFlags>(
  fanion: Pick<Fanion<F>, 'flags' | 'ready'>,
  flags: F,
): VercelDeclarations<F> => {
  // called with whatever `identify` gives, which the types hold to the context of the flags
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
  // one declaration for each flag, of the type that `VercelDeclarations` computes of it
  return Object.fromEntries(Object.entries(flags).map(declarationOf)) as unknown as VercelDeclarations<F>
}
