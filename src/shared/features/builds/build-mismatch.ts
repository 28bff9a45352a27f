import { sameJson } from '../../datafile/same-json.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import { servedValues, undeclaredOf } from './check-contract.ts'
import type { DeclaredFlag } from './schemas/build.ts'

/**
 * What a change takes from an application that reads the flag, or a value it would serve that the application does not
 * know.
 */
export type BuildMismatch =
  | { readonly kind: 'gone' | 'type' }
  | { readonly kind: 'variant-gone' | 'variant-unknown'; readonly values: readonly Json[] }

/** A live build that a change breaks, as errors and audit events name it. */
export type BrokenBuild = {
  readonly flag: string
  readonly environment: string
  readonly name: string
  readonly version: string
  readonly commit: string | null
  readonly programs: number
  readonly lastSeenAt: string
  readonly harm: BuildMismatch
}

type State = FlagDocument | null | undefined

/** Whether a change could break any application. A cheap check before builds are loaded. */
export const canBreakBuilds = (before: State, after: State): boolean =>
  Boolean(before) && (!after || before?.type !== after.type || removedValuesOf(before, after).length > 0)

/** Whether a change starts to serve a value that was not served before. */
export const servesNewValue = (before: State, after: State): boolean =>
  Boolean(before) && newValues(before, after).length > 0

/**
 * The worst effect of a change on an application, given its declaration. Null if there is none. Mismatches that already
 * existed and do not get worse are not counted. An application that declares no variants accepts any value, and is
 * affected by removed values.
 */
export const buildMismatchOf = (declared: DeclaredFlag, before: State, after: State): BuildMismatch | null => {
  if (!before) return null
  if (!after) return { kind: 'gone' }
  if (before.type !== after.type && before.type === declared.type) return { kind: 'type' }
  if (after.type !== declared.type) return null
  const { variants } = declared
  const gone = removedValuesOf(before, after).filter(
    (value) => variants === null || variants.some((one) => sameJson(one, value)),
  )
  if (gone.length > 0) return { kind: 'variant-gone', values: gone }
  const unknown = undeclaredOf(declared, newValues(before, after))
  return unknown.length > 0 ? { kind: 'variant-unknown', values: unknown } : null
}

/**
 * Whether this harm rejects the publish. Serving an undeclared value is always reported, but rejected only in protected
 * environments.
 */
export const blocksPublish = ({ kind }: BuildMismatch, isProtected: boolean): boolean =>
  kind !== 'variant-unknown' || isProtected

/** A flag before and after a change in one environment. Null if it does not exist. */
export type Step = { readonly flag: string; readonly before: State; readonly after: State }

/** The harm that a step does to each of these builds, in their order. Unaffected builds are left out. */
export const buildMismatchesOf = <B extends { readonly flags: readonly DeclaredFlag[] }>(
  { flag, before, after }: Step,
  builds: readonly B[],
): { readonly build: B; readonly harm: BuildMismatch }[] =>
  builds.flatMap((build) => {
    const declared = build.flags.find(({ key }) => key === flag)
    const harm = declared === undefined ? null : buildMismatchOf(declared, before, after)
    return harm === null ? [] : [{ build, harm }]
  })

const withoutValues = (values: readonly Json[], others: readonly Json[]): Json[] =>
  values.filter((value) => !others.some((other) => sameJson(other, value)))

/**
 * Values of variants that no longer exist. A variant whose value changed still exists: changing values is what flags
 * are for.
 */
const removedValuesOf = (before: State, after: State): Json[] =>
  withoutValues(
    Object.entries(before?.variants ?? {}).flatMap(([key, value]) =>
      Object.hasOwn(after?.variants ?? {}, key) ? [] : [value],
    ),
    Object.values(after?.variants ?? {}),
  )

/** Values that are newly served. Turning a flag off never counts: it must always be possible in an emergency. */
const newValues = (before: State, after: State): Json[] =>
  turnsOff(before, after) ? [] : withoutValues(after ? servedValues(after) : [], before ? servedValues(before) : [])

const turnsOff = (before: State, after: State): boolean =>
  Boolean(before?.on && after && !after.on) && sameJson({ ...before, on: false }, after)
