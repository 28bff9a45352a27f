import type { Compiled } from '../../engine/compile.ts'
import { reach } from '../../engine/prerequisite.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { engineOf } from '../compile.ts'

/** Wraps a condition in a flag, so that the engine can evaluate it. */
export const conditionAsFlag = (key: string, when: Condition): FlagDocument => ({
  key,
  type: 'boolean',
  on: true,
  variants: { yes: true, no: false },
  offVariant: 'no',
  prerequisites: [],
  rules: [{ id: 'asked', when, serve: { variant: 'yes' } }],
  otherwise: { variant: 'no' },
  salt: key,
  visibleToClients: false,
})

/** Returns a key that no flag of these states has. */
export const unusedFlagKey = (...states: readonly Pick<Datafile, 'flags'>[]): string => {
  let key = 'promised'
  while (states.some(({ flags }) => Object.hasOwn(flags, key))) key += '-x'
  return key
}

/** Compiles a state with a condition as an additional flag, restricted to what that flag and `flag` depend on. */
export const compileWithCondition = (datafile: Datafile, asking: FlagDocument, flag: string): Compiled => {
  const whole = { ...datafile, flags: { ...datafile.flags, [asking.key]: asking } }
  return engineOf(restrictDatafile(whole, new Set([...reach(whole, asking.key), ...reach(whole, flag)])))
}

/** Restricts a state to the documents of these names, as returned by `reach`. */
export const restrictDatafile = (datafile: Datafile, reached: ReadonlySet<string>): Datafile => {
  const of = <T>(kind: string, documents: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      [...reached].flatMap((name) => {
        const key = name.startsWith(kind) ? name.slice(kind.length) : ''
        return key !== '' && Object.hasOwn(documents, key) ? [[key, documents[key] as T]] : []
      }),
    )
  return { ...datafile, flags: of('flag:', datafile.flags), segments: of('segment:', datafile.segments) }
}
