import { sameJson } from '../../datafile/same-json.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import { servedValues, undeclaredOf } from './check-contract.ts'
import type { DeclaredFlag } from './schemas/build.ts'

/** What a change takes from a program that reads the flag, or serves it that it does not know. */
export type Harm =
  | { readonly kind: 'gone' | 'type' }
  | { readonly kind: 'variant-gone' | 'variant-unknown'; readonly values: readonly Json[] }

/** A live build that an act harms, as refusals and the audit trail name it. */
export type HarmedBuild = {
  readonly flag: string
  readonly environment: string
  readonly name: string
  readonly version: string
  readonly commit: string | null
  readonly programs: number
  readonly lastSeenAt: string
  readonly harm: Harm
}

type State = FlagDocument | null | undefined

/** Whether a change could take something from a program: looked at before anybody asks which programs there are. */
export const mayTake = (before: State, after: State): boolean =>
  Boolean(before) && (!after || before?.type !== after.type || goneValues(before, after).length > 0)

/** Whether a change begins to serve a value that was not served before. */
export const servesNew = (before: State, after: State): boolean =>
  Boolean(before) && newValues(before, after).length > 0

/**
 * What a change does to a program by what it declares, the worst first; null where nothing. What stands already, and was
 * not made worse, is no harm of the change. A program that declares no variants takes any, and loses what goes.
 */
export const harmOf = (declared: DeclaredFlag, before: State, after: State): Harm | null => {
  if (!before) return null
  if (!after) return { kind: 'gone' }
  if (before.type !== after.type && before.type === declared.type) return { kind: 'type' }
  if (after.type !== declared.type) return null
  const { variants } = declared
  const gone = goneValues(before, after).filter(
    (value) => variants === null || variants.some((one) => sameJson(one, value)),
  )
  if (gone.length > 0) return { kind: 'variant-gone', values: gone }
  const unknown = undeclaredOf(declared, newValues(before, after))
  return unknown.length > 0 ? { kind: 'variant-unknown', values: unknown } : null
}

/**
 * Whether a harm refuses a publication. A value that a build does not declare is told everywhere, and refused where the
 * environment is protected.
 */
export const holdsBack = ({ kind }: Harm, isProtected: boolean): boolean => kind !== 'variant-unknown' || isProtected

/** A flag before and after an act, in an environment; null where it is not. */
export type Step = { readonly flag: string; readonly before: State; readonly after: State }

/** What a step does to each of these builds, in their order; those it does nothing to are left out. */
export const harmsOf = <B extends { readonly flags: readonly DeclaredFlag[] }>(
  { flag, before, after }: Step,
  builds: readonly B[],
): { readonly build: B; readonly harm: Harm }[] =>
  builds.flatMap((build) => {
    const declared = build.flags.find(({ key }) => key === flag)
    const harm = declared === undefined ? null : harmOf(declared, before, after)
    return harm === null ? [] : [{ build, harm }]
  })

const without = (values: readonly Json[], others: readonly Json[]): Json[] =>
  values.filter((value) => !others.some((other) => sameJson(other, value)))

/** Values of variants that are there no more. A variant with another value is still there: that is what flags are for. */
const goneValues = (before: State, after: State): Json[] =>
  without(
    Object.entries(before?.variants ?? {}).flatMap(([key, value]) =>
      Object.hasOwn(after?.variants ?? {}, key) ? [] : [value],
    ),
    Object.values(after?.variants ?? {}),
  )

/** Values that are served now and were not before. Turning a flag off is the way out of trouble, whatever it serves then. */
const newValues = (before: State, after: State): Json[] =>
  turnsOff(before, after) ? [] : without(after ? servedValues(after) : [], before ? servedValues(before) : [])

const turnsOff = (before: State, after: State): boolean =>
  Boolean(before?.on && after && !after.on) && sameJson({ ...before, on: false }, after)
