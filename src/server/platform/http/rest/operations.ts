import { z } from 'zod'
import type { Permission } from '../../../../shared/permissions.ts'
import { Datafile } from '../../../../shared/schemas/datafile.ts'
import { appRouter } from '../trpc/app-router.ts'
import { datafileOutput, Touched, touchedOutput } from '../trpc/sliced-output.ts'

/** A procedure of the management API as a call of the HTTP API. */
export type Operation = {
  /** The procedure's name, such as `flags.get`. */
  readonly name: string
  readonly noun: string
  readonly verb: string
  readonly type: 'query' | 'mutation'
  readonly who: Permission | 'someone'
  /** Undefined where it takes none. */
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

/** What people do about their own sign-in belongs to pages: it is proven with passwords and passkeys, and opens sessions. */
const ofPages = new Set(['account', 'passkeys'])

// the router's own list, whose type is not public
const procedures = Object.entries(appRouter._def.procedures as unknown as Readonly<Record<string, Procedure>>)

/** Every call of the HTTP API: whatever a token may ask and is answered once. */
export const operations: readonly Operation[] = procedures.flatMap(([name, { _def }]) => {
  const [noun = '', verb = ''] = name.split('.')
  const { type, output, inputs } = _def
  const { who } = _def.meta
  if (type === 'subscription' || who === 'anyone' || ofPages.has(noun)) return []
  // the last input is what the verb takes; those before it are of the check of permissions, and say less
  return [{ name, noun, verb, type, who, input: inputs.at(-1), output: outputSchema(name, output) }]
})

/** What stands for an output that is looked at in slices. */
function outputSchema(name: string, output: unknown): z.ZodType {
  if (output instanceof z.ZodType) return output
  if (output === datafileOutput) return Datafile
  if (output === touchedOutput) return Touched
  throw new TypeError(`${name} does not say what it answers`)
}
