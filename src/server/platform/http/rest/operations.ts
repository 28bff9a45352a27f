import { z } from 'zod'
import type { Permission } from '../../../../shared/permissions.ts'
import { Datafile } from '../../../../shared/schemas/datafile.ts'
import { appRouter } from '../trpc/app-router.ts'
import { datafileOutput, Touched, touchedOutput } from '../trpc/sliced-output.ts'

export type Operation = {
  /** For example `flags.get`. */
  readonly name: string
  readonly noun: string
  readonly verb: string
  readonly type: 'query' | 'mutation'
  readonly who: Permission | 'someone'
  /** Undefined if the procedure takes no input. */
  readonly input: z.ZodType | undefined
  readonly output: z.ZodType
}

type Procedure = {
  readonly _def: {
    readonly type: 'query' | 'mutation' | 'subscription'
    readonly meta: { readonly who: Permission | 'anyone' | 'someone' }
    readonly inputs: readonly z.ZodType[]
    readonly output: unknown
  }
}

/** Procedures only for browsers: they manage a user's own sign-in with passwords and passkeys, and open sessions. */
const ofPages = new Set(['account', 'passkeys'])

// The router's internal list, whose type is not public.
const procedures = Object.entries(appRouter._def.procedures as unknown as Readonly<Record<string, Procedure>>)

/** All calls of the HTTP API: procedures that tokens may call, except subscriptions. */
export const operations: readonly Operation[] = procedures.flatMap(([name, { _def }]) => {
  const [noun = '', verb = ''] = name.split('.')
  const { type, output, inputs } = _def
  const { who } = _def.meta
  if (type === 'subscription' || who === 'anyone' || ofPages.has(noun)) return []
  // The last input schema is the procedure's own. Earlier ones belong to permission checks and have fewer fields.
  return [{ name, noun, verb, type, who, input: inputs.at(-1), output: outputSchema(name, output) }]
})

/** Returns the schema of an output that is validated in slices. */
function outputSchema(name: string, output: unknown): z.ZodType {
  if (output instanceof z.ZodType) return output
  if (output === datafileOutput) return Datafile
  if (output === touchedOutput) return Touched
  throw new TypeError(`${name} does not say what it answers`)
}
