import { FanionError } from '../../../shared/errors/fanion-error.ts'
import {
  type BrokenBuild,
  type BuildMismatch,
  blocksPublish,
  buildMismatchesOf,
  type Step,
} from '../../../shared/features/builds/build-mismatch.ts'
import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import { limits } from '../../../shared/limits.ts'
import { allows } from '../../../shared/permissions.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { liveSince } from './list-builds.ts'
import { type BuildRow, buildsOf } from './queries.ts'

/** A change of a flag's document, with its environment. */
export type FlagDocumentChange = Step & { readonly environment: Pick<ProvenEnvironment, 'id' | 'key' | 'protected'> }

/** The live builds of server keys that declare any of the given flags in the given environments. */
export const liveBuildsDeclaring = (
  { db, project, now }: Pick<ProjectCtx, 'db' | 'project' | 'now'>,
  environments: readonly string[],
  flags: readonly string[],
): Promise<BuildRow[]> =>
  buildsOf(db, project, {
    flags,
    environments,
    kind: 'server',
    since: liveSince(now()),
    toldSince: new Date(now().getTime() - limits.buildToldMs),
  })

/**
 * Returns the live builds that these steps would break. `lastServed` is the time until which the resulting documents
 * were already served: builds that existed by then are not affected.
 */
export async function findHarmedBuilds(
  ctx: ProjectCtx,
  steps: readonly FlagDocumentChange[],
  lastServed?: Date,
): Promise<BrokenBuild[]> {
  if (steps.length === 0) return []
  const environments = [...new Set(steps.map(({ environment }) => environment.id))]
  const builds = await liveBuildsDeclaring(ctx, environments, [...new Set(steps.map(({ flag }) => flag))])
  const isNews = ({ firstSeenAt }: BuildRow, { kind }: BuildMismatch) =>
    kind !== 'variant-unknown' || lastServed === undefined || firstSeenAt >= lastServed
  return steps.flatMap((step) => {
    const there = builds.filter(({ environment }) => environment === step.environment.key)
    return buildMismatchesOf(step, there)
      .filter(({ build, harm }) => blocksPublish(harm, step.environment.protected) && isNews(build, harm))
      .map(({ build, harm }) => describeHarmedBuild(step.flag, build, harm))
  })
}

/** A build as error details and audit events name it. */
export const describeHarmedBuild = (
  flag: string,
  { environment, name, version, commit, programs, lastSeenAt }: BuildRow,
  harm: BuildMismatch,
): BrokenBuild => ({
  flag,
  environment,
  name,
  version,
  commit,
  programs,
  lastSeenAt: lastSeenAt.toISOString(),
  harm,
})

/** Throws `flag/read-by-build` if live builds would break, unless an admin gives a reason. */
export function rejectHarmedBuilds(
  { project, role }: { readonly project: string; readonly role: ProvenEnvironment['role'] },
  builds: readonly BrokenBuild[],
  despite: DespiteBuilds | undefined,
): void {
  const [first] = builds
  if (first === undefined) return
  if (despite !== undefined) return requirePermission(role, 'build.overrule', project)
  throw new FanionError(
    'flag/read-by-build',
    { builds: builds.slice(0, 100), mayOverrule: allows(role, 'build.overrule') },
    sentenceOf(first, new Set(builds.map(({ name, version }) => `${name} ${version}`)).size - 1),
  )
}

const sentenceOf = ({ flag, environment, name, version, harm }: BrokenBuild, more: number): string => {
  const others = more === 0 ? '' : ` So ${more === 1 ? 'does another build' : `do ${more} more builds`}.`
  const who = `${name} ${version} in ${environment}`
  const values = 'values' in harm ? harm.values.map((value) => JSON.stringify(value)).join(', ') : ''
  const said: Record<BuildMismatch['kind'], string> = {
    gone: `${who} still reads ${flag}. Take it out of the code and ship that first.`,
    type: `${who} reads ${flag} with its present type. Ship code for the new one first.`,
    'variant-gone': `${who} still reads ${flag} and may be given ${values}. Ship code without it first.`,
    'variant-unknown': `${who} reads ${flag} and doesn’t declare ${values}. Ship code that does first.`,
  }
  return said[harm.kind] + others
}
