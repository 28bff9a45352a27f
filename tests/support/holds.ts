import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { everyFamily } from '../../src/shared/engine/operators/every-family.ts'
import type { OptionalModules } from '../../src/shared/engine/optional-module.ts'
import type { Condition } from '../../src/shared/schemas/condition.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'

/** Whether a condition holds for a context, as a flag of the datafile would ask it. */
export const holding = (
  datafile: Datafile,
  when: Condition,
  nowMs: number,
  modules: OptionalModules = everyFamily,
): ((context: Context) => boolean) => {
  const asking = {
    key: 'asking',
    type: 'boolean',
    on: true,
    variants: { yes: true, no: false },
    offVariant: null,
    prerequisites: [],
    rules: [{ id: 'r', when, serve: { variant: 'yes' } }],
    otherwise: { variant: 'no' },
    salt: 'asking',
    visibleToClients: false,
  } as const
  const engine = compile({ ...datafile, flags: { ...datafile.flags, asking } } as unknown as Datafile, modules)
  return (context) => {
    const outcome = evaluate(engine, 'asking', context, nowMs)
    if (outcome.errorCode !== null) throw new Error(outcome.detail ?? outcome.errorCode)
    return outcome.variant === 'yes'
  }
}
