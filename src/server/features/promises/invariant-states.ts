import type { PromiseState, Statement } from '../../../shared/features/promises/schemas/promise.ts'
import { stateOf } from '../../../shared/impact/promise/touched.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { proveInvariant } from '../../platform/threads/promises/invariant-prover.ts'
import { datafileOf } from '../publishing/check-invariants.ts'
import { documentsIn } from './queries.ts'

export type EnvironmentDatafile = {
  readonly environment: ProvenEnvironment
  readonly datafile: Datafile
  readonly number: number
}

export async function readEnvironmentDatafiles(
  ctx: ProjectCtx,
  environments: readonly ProvenEnvironment[],
): Promise<EnvironmentDatafile[]> {
  const found: EnvironmentDatafile[] = []
  for (const environment of environments) {
    const { number, documents } = await documentsIn(ctx.db, environment)
    const names = { project: ctx.project.key, environment: environment.key }
    found.push({ environment, datafile: datafileOf(names, documents), number })
  }
  return found
}

/** Recent proof results, by revision and statement. */
const known = new Map<string, { state: PromiseState; untilMs: number }>()
const mostKnown = 5_000
/** Results expire because examples and relative time limits depend on the current time. */
const keptMs = 60_000

export async function invariantStatesIn(
  ctx: ProjectCtx,
  statement: Statement,
  grounds: readonly EnvironmentDatafile[],
): Promise<{ environment: string; state: PromiseState }[]> {
  const nowMs = ctx.now().getTime()
  const sentence = JSON.stringify(statement)
  const told: { environment: string; state: PromiseState }[] = []
  for (const { environment, datafile, number } of grounds) {
    const name = `${environment.id} ${number} ${sentence}`
    const found = known.get(name)
    const state =
      found !== undefined && found.untilMs > nowMs
        ? found.state
        : stateOf(await proveInvariant({ before: null, after: datafile, statement, nowMs }))
    known.delete(name)
    known.set(name, { state, untilMs: found !== undefined && found.untilMs > nowMs ? found.untilMs : nowMs + keptMs })
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    told.push({ environment: environment.key, state })
  }
  return told
}
