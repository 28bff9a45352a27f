import { documentsDiffer } from '../../../shared/datafile/documents-differ.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Promotion, PromotionInput, Subject } from '../../../shared/features/publishing/schemas/history.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { type ProvenEnvironment, proveEnvironment } from '../../platform/kernel/scope.ts'
import { environmentPositionOf } from './compare-environments.ts'
import { openRunNumbers } from './log-queries.ts'
import { withoutMeasuredRules } from './measured-rules.ts'
import { headsOf } from './queries.ts'
import { dependentsOf, reachableFrom } from './reference-queries.ts'

const placeOf = ({ kind, key }: Subject) => `${kind}/${key}`

/**
 * Computes a promotion of flags and segments between environments: the subjects and all their dependencies, each with
 * its differences. Rules of ramps and other measured rules are not copied and are listed. Changes nothing.
 */
export async function computePromotion(ctx: ProjectCtx, input: Omit<PromotionInput, 'project'>): Promise<Promotion> {
  const from = await proveEnvironment(ctx.db, ctx.project, input.from)
  const to = await proveEnvironment(ctx.db, ctx.project, input.to)
  const [here, there] = [await environmentPositionOf(ctx, from), await environmentPositionOf(ctx, to)]
  const closure = await reachableFrom(ctx.db, from, input.subjects)
  const asked = new Set(input.subjects.map(placeOf))
  const neededBy = await neededWithin(ctx, from, closure)
  const [source, target] = [await documentsIn(ctx, from, closure), await documentsIn(ctx, to, closure)]
  refuseAbsent(from, input.subjects, source)
  const open = await openRunNumbers(ctx.db, from)
  return {
    from: here,
    to: there,
    entries: closure.map(({ kind, key }) => {
      const before = target.get(`${kind}/${key}`) ?? null
      const { document: after, leftOut } = withoutMeasuredRules(source.get(`${kind}/${key}`) ?? null, open)
      return {
        kind,
        key,
        before,
        after,
        asked: asked.has(`${kind}/${key}`),
        neededBy: neededBy.get(`${kind}/${key}`) ?? [],
        missing: before === null,
        same: !documentsDiffer(before, after),
        leftOut,
      }
    }),
  }
}

async function documentsIn({ db }: ProjectCtx, environment: ProvenEnvironment, subjects: readonly Subject[]) {
  const heads = await headsOf(db, environment, subjects)
  return new Map(heads.map((head) => [placeOf(head), head.document]))
}

async function neededWithin({ db }: ProjectCtx, environment: ProvenEnvironment, closure: readonly Subject[]) {
  const inside = new Set(closure.map(placeOf))
  const needed = new Map<string, Subject[]>()
  for (const { kind, key, toKind, toKey } of await dependentsOf(db, environment, closure)) {
    if (!inside.has(`${kind}/${key}`)) continue
    needed.set(`${toKind}/${toKey}`, [...(needed.get(`${toKind}/${toKey}`) ?? []), { kind, key }])
  }
  return needed
}

function refuseAbsent(from: ProvenEnvironment, subjects: readonly Subject[], source: ReadonlyMap<string, unknown>) {
  const index = subjects.findIndex((subject) => !source.has(placeOf(subject)))
  const absent = subjects[index]
  if (!absent) return
  const problem = `there is no ${absent.kind} "${absent.key}" in ${from.key}`
  const expected = `a flag or segment that is published in ${from.key}`
  throw new FanionError(`${absent.kind}/not-found`, { problems: [{ path: `subjects[${index}]`, problem, expected }] })
}
