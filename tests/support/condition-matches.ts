import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { everyFamily } from '../../src/shared/engine/operators/every-family.ts'
import type { OptionalModules } from '../../src/shared/engine/optional-module.ts'
import type { Condition } from '../../src/shared/schemas/condition.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'

type Holds = (context: Context) => boolean

/** Whether a condition matches a context, evaluated inside a flag of the datafile. */
export const conditionMatches = (
  datafile: Datafile,
  when: Condition,
  nowMs: number,
  modules: OptionalModules = everyFamily,
): Holds => {
  const [holds] = conditionMatchers(datafile, [when], nowMs, modules)
  if (holds === undefined) throw new Error('there is one')
  return holds
}

/** The same for several conditions with one compiled engine. */
export const conditionMatchers = (
  datafile: Datafile,
  conditions: readonly Condition[],
  nowMs: number,
  modules: OptionalModules = everyFamily,
): Holds[] => {
  const asking = conditions.map((when, at) => ({
    ...{ key: `asking ${at}`, type: 'boolean', on: true, variants: { yes: true, no: false }, offVariant: null },
    ...{ prerequisites: [], rules: [{ id: 'r', when, serve: { variant: 'yes' } }], otherwise: { variant: 'no' } },
    ...{ salt: 'asking', visibleToClients: false },
  }))
  const flags = { ...datafile.flags, ...Object.fromEntries(asking.map((flag) => [flag.key, flag])) }
  const engine = compile({ ...datafile, flags } as unknown as Datafile, modules)
  return asking.map(({ key }) => (context) => {
    const outcome = evaluate(engine, key, context, nowMs)
    if (outcome.errorCode !== null) throw new Error(outcome.detail ?? outcome.errorCode)
    return outcome.variant === 'yes'
  })
}
