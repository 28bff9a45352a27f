import { callTRPCProcedure } from '@trpc/server'
import { appRouter, type RouterInputs, type RouterOutputs } from '../trpc/app-router.ts'
import type { TrpcCtx } from '../trpc/trpc.ts'

type Noun = keyof RouterInputs

/** Name of a procedure, for example `flags.get`. */
export type ProcedureName = { [N in Noun]: `${N}.${keyof RouterInputs[N] & string}` }[Noun]

type ProcedureOf<Side, P extends string> = P extends `${infer N}.${infer V}`
  ? N extends keyof Side
    ? V extends keyof Side[N]
      ? Side[N][V]
      : never
    : never
  : never

/** Calls one of the listed procedures on behalf of the token's owner, with the same middleware as over tRPC. */
export type Ask<P extends ProcedureName> = <Name extends P>(
  name: Name,
  input: ProcedureOf<RouterInputs, Name>,
) => Promise<ProcedureOf<RouterOutputs, Name>>

// The router's internal list, whose type is not public.
const procedures = appRouter._def.procedures as unknown as Readonly<
  Record<string, { readonly _def: { readonly type: 'query' | 'mutation' | 'subscription' } }>
>

/**
 * Limits a tool to the procedures it lists. Mutations are allowed only if the tool declares that it proposes changes.
 */
export function createAsk<P extends ProcedureName>(ctx: TrpcCtx, uses: readonly P[], proposes: boolean): Ask<P> {
  return async (name, input) => {
    const type = procedures[name]?._def.type
    const isFit = type === 'query' || (type === 'mutation' && proposes)
    if (!isFit || !uses.includes(name)) throw new TypeError(`a tool asks ${name}, which is not of those it names`)
    const answer: unknown = await callTRPCProcedure({
      ...{ router: appRouter, path: name, type, ctx, batchIndex: 0, signal: undefined },
      getRawInput: () => Promise.resolve(input),
    })
    return answer as ProcedureOf<RouterOutputs, typeof name> // guaranteed by the procedure's output schema
  }
}
