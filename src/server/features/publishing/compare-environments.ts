import type { z } from 'zod'
import { documentsDiffer } from '../../../shared/datafile/documents-differ.ts'
import type { CompareInput, Comparison, Subject } from '../../../shared/features/publishing/schemas/history.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { type ProvenEnvironment, proveEnvironment } from '../../platform/kernel/scope.ts'
import { type HeadDifference, headDifferences, headNumberOf, revisionAt } from './history-queries.ts'
import { pastDocuments } from './past-documents.ts'

/** Lists a page of the differences between two environments, now or at a past time. */
export async function compareEnvironments(ctx: ProjectCtx, input: z.output<typeof CompareInput>): Promise<Comparison> {
  const from = await proveEnvironment(ctx.db, ctx.project, input.from)
  const to = await proveEnvironment(ctx.db, ctx.project, input.to)
  const [here, there] = [
    await environmentPositionOf(ctx, from, input.at),
    await environmentPositionOf(ctx, to, input.at),
  ]
  const rows =
    input.at === undefined
      ? await headDifferences(ctx.db, from, to, input.after, input.limit)
      : page(await differencesAt(ctx, [from, here.revision], [to, there.revision]), input)
  const last = rows.at(-1)
  return {
    from: here,
    to: there,
    differences: rows.filter((row) => documentsDiffer(row.before, row.after)),
    next: rows.length === input.limit && last ? { kind: last.kind, key: last.key } : null,
  }
}

/** An environment with its newest revision, now (as the base for edits) or at a past time. */
export const environmentPositionOf = async ({ db }: ProjectCtx, environment: ProvenEnvironment, at?: string) => ({
  environment: environment.key,
  revision:
    at === undefined
      ? await headNumberOf(db, environment)
      : ((await revisionAt(db, environment, new Date(at)))?.number ?? 0),
})

type State = readonly [environment: ProvenEnvironment, revision: number]

async function differencesAt({ db }: ProjectCtx, from: State, to: State): Promise<HeadDifference[]> {
  const all = new Map<string, HeadDifference>()
  for (const { kind, key, document } of await pastDocuments(db, ...from))
    all.set(placeOf({ kind, key }), { kind, key, before: null, after: document })
  for (const { kind, key, document } of await pastDocuments(db, ...to)) {
    const place = placeOf({ kind, key })
    all.set(place, { kind, key, after: all.get(place)?.after ?? null, before: document })
  }
  return [...all.values()]
    .filter((one) => documentsDiffer(one.before, one.after))
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

const placeOf = ({ kind, key }: Subject) => `${kind}/${key}`

const page = <One extends Subject>(all: readonly One[], { after, limit }: z.output<typeof CompareInput>): One[] => {
  const from = after === undefined ? 0 : all.findIndex((one) => placeOf(one) > placeOf(after))
  return from < 0 ? [] : all.slice(from, from + limit)
}
