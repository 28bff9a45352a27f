import type { Compiled } from '../../engine/compile.ts'
import { reach } from '../../engine/prerequisite.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { engineOf } from '../compile.ts'

/** A condition as a flag, which is how the engine itself is asked of it. */
export const askingFlag = (key: string, when: Condition): FlagDocument => ({
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

/** A key that no flag of these has. */
export const freeKey = (...states: readonly Pick<Datafile, 'flags'>[]): string => {
  let key = 'promised'
  while (states.some(({ flags }) => Object.hasOwn(flags, key))) key += '-x'
  return key
}

/** A state with a condition as one more flag, and of all else only what that and the flag lead to. */
export const asked = (datafile: Datafile, asking: FlagDocument, flag: string): Compiled => {
  const whole = { ...datafile, flags: { ...datafile.flags, [asking.key]: asking } }
  return engineOf(only(whole, new Set([...reach(whole, asking.key), ...reach(whole, flag)])))
}

/** What is left of a state with only the documents of these names, which are those of `reach`. */
export const only = (datafile: Datafile, reached: ReadonlySet<string>): Datafile => {
  const of = <T>(kind: string, documents: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(
      [...reached].flatMap((name) => {
        const key = name.startsWith(kind) ? name.slice(kind.length) : ''
        return key !== '' && Object.hasOwn(documents, key) ? [[key, documents[key] as T]] : []
      }),
    )
  return { ...datafile, flags: of('flag:', datafile.flags), segments: of('segment:', datafile.segments) }
}
