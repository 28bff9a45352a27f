import type { Documents } from '../../../shared/datafile/answer-forms.ts'
import type { HarmedBuild } from '../../../shared/features/builds/harm.ts'
import { mayTake, servesNew } from '../../../shared/features/builds/harm.ts'
import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import type { Entry, RevisionMark } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { type FlagStep, harmedBuilds, refuseHarm } from '../builds/harmed-builds.ts'
import { touchOf } from './ground-queries.ts'

type Asked = {
  readonly entries: readonly Entry[]
  readonly backTo?: number | undefined
  readonly mark: RevisionMark | null
  readonly despite?: DespiteBuilds | undefined
}

/** What takes an import back, turns off, or goes past everybody with a reason. */
const passes: readonly RevisionMark[] = ['bypassed', 'undo', 'emergency']

/** The steps of flags that may take something from programs that run or, where that is refused, serve them something new. */
export function riskySteps({ environment }: EnvironmentCtx, { entries }: Asked, before: Documents): FlagStep[] {
  return entries.flatMap(({ kind, key, document }) => {
    if (kind !== 'flag') return []
    // an entry's document, and the one it takes the place of, are of its kind
    const step = {
      was: (before.get(`flag/${key}`) ?? null) as FlagDocument | null,
      is: document as FlagDocument | null,
    }
    const isRisky = mayTake(step.was, step.is) || (environment.protected && servesNew(step.was, step.is))
    return isRisky ? [{ flag: key, environment, before: step.was, after: step.is }] : []
  })
}

/**
 * Refuses with `flag/read-by-build` a publication that takes from a live build what it reads or, in a protected environment,
 * begins to serve what it does not declare. Gives those that an admin goes past. A build that appears meanwhile is seen where this
 * runs under the environment's lock, which builds wait for.
 */
export async function checkBuilds(
  ctx: EnvironmentCtx,
  asked: Asked,
  steps: readonly FlagStep[],
): Promise<HarmedBuild[]> {
  if (asked.mark !== null && passes.includes(asked.mark)) return []
  if (steps.length === 0) return []
  const { backTo } = asked
  const left = backTo === undefined ? undefined : await touchOf(ctx.db, ctx.environment, asked.entries, backTo)
  const builds = await harmedBuilds(ctx, steps, left?.publishedAt)
  const { name, role } = ctx.environment
  refuseHarm({ project: `${ctx.project.name}, ${name}`, role }, builds, asked.despite)
  return builds
}
