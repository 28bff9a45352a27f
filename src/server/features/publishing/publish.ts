import { type DocumentChange, digestAfter, digestOf } from '../../../shared/datafile/digest.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import type { Break } from '../../../shared/features/promises/schemas/promise.ts'
import type { Entry, Revision, RevisionMark } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { actorColumns, eventColumns } from '../../platform/kernel/audit.ts'
import { type EnvironmentCtx, inTransaction, proverOf } from '../../platform/kernel/ctx.ts'
import { inSlices } from '../../platform/kernel/in-slices.ts'
import { withProofs } from '../../platform/threads/patterns/with-proofs.ts'
import { theTracer, traced } from '../../platform/tracing/trace.ts'
import { checkBase } from './check-base.ts'
import { checkBuilds, riskySteps } from './check-builds.ts'
import { checkAmong } from './check-entries.ts'
import { checkMoves } from './check-moves.ts'
import { checkPromises } from './check-promises.ts'
import { checkProtection, needsEffect } from './check-protection.ts'
import { checkReaders } from './check-readers.ts'
import { appendRevision, type PublishContext, publishContextOf, type RevisionDraft } from './publish-queries.ts'
import { lockEnvironment } from './queries.ts'
import { tellBreaches } from './tell-breaches.ts'
import { revisionView } from './view.ts'

export type Publication = {
  /** The newest revision the editor saw. */
  base: number
  message: string
  entries: readonly Entry[]
  /** What the revision is marked with, unless it is an emergency. */
  mark?: RevisionMark
  /** What a protected environment asks for has been met: by a change with its approvals, or an admin's bypass of them. */
  cleared?: boolean
  /** Somebody looked at who moves, or an admin waived it. */
  reviewed?: boolean
  /** The revision that a restore goes back to. */
  backTo?: number
  /** Number of the change it applies. */
  change?: number
  /** The promises it breaks knowingly, and why. */
  break?: Break | undefined
  /** Why an admin takes from live builds what they read. */
  despite?: DespiteBuilds | undefined
}

/**
 * The only way into an environment: checks the base, the rights and the documents, and appends revision n + 1 with all
 * that follows from it, in one transaction. Refusals: `revision/stale`, `auth/forbidden`, `change/approval-required`,
 * those of the documents, `flag/read-by-build`, `promise/broken`, `impact/second-look` and `reading/would-be-lost`; nothing of a refused publication is kept.
 *
 * It is checked before it waits for the environment's lock, which looks then only whether the ground has moved. Where it
 * has, all is done again under the lock.
 */
export async function publish(ctx: EnvironmentCtx, input: Publication): Promise<Revision> {
  const { project, environment } = ctx
  const said = { 'fanion.project': project.key, 'fanion.environment': environment.key }
  return traced('publish', { ...said, 'fanion.entries': input.entries.length }, async () => {
    const revision = ctx.db.isTransaction ? undefined : await withProofs(proverOf(ctx), () => attempt(ctx, input))
    const published = revision ?? (await inTransaction(ctx, (tx) => publishLocked(tx, input)))
    theTracer()?.say({ 'fanion.revision': published.number })
    return published
  })
}

async function publishLocked(ctx: EnvironmentCtx & { readonly db: Tx }, input: Publication): Promise<Revision> {
  await lockEnvironment(ctx.db, ctx.environment)
  const revision = await attempt(ctx, input)
  if (!revision) throw new Error(`the log of ${ctx.environment.key} moved under its lock`)
  return revision
}

/** Checks against what is there, and appends; undefined where that is there no longer. */
async function attempt(ctx: EnvironmentCtx, input: Publication): Promise<Revision | undefined> {
  const checked = await checkPublication(ctx, input)
  return checked && appendChecked(ctx, checked)
}

/** A publication that may go in as long as nothing that it stands on moves. */
export type CheckedPublication = { readonly draft: RevisionDraft }

/** Appends what was checked, whoever waits for the environment then; undefined, and nothing is written, where the ground moved. */
export async function appendChecked(ctx: EnvironmentCtx, { draft }: CheckedPublication): Promise<Revision | undefined> {
  const appended = await appendRevision(ctx.db, draft)
  const { revision, entries, breaches } = draft
  // where something is broken this is a transaction: `checkPublication` asked for one
  if (appended && breaches.length > 0)
    await tellBreaches(ctx as EnvironmentCtx & { readonly db: Tx }, appended.number, breaches)
  return appended && revisionView(ctx.environment.key, { ...revision, ...appended }, entries, breaches)
}

/**
 * Checks a publication against what is there, and holds nobody up meanwhile; undefined where what it may change for
 * anybody has to be looked at under the environment's lock.
 */
export async function checkPublication(
  ctx: EnvironmentCtx,
  input: Publication,
): Promise<CheckedPublication | undefined> {
  const { environment, project } = ctx
  const { entries, message } = input
  refuseTwice(entries)
  const context = await publishContextOf(ctx.db, environment, entries)
  const { state: seen, places: watched } = context
  await checkBase(ctx, seen.headNumber, input.base, entries)
  const before = documentsBefore(watched, entries)
  const asks = { ...ctx, environment: { ...environment, ...seen } }
  // what may change for anybody is looked at where nothing moves
  if (!input.cleared && needsEffect(asks) && !ctx.db.isTransaction) return undefined
  const clearance = input.cleared ? undefined : await checkProtection(asks, input)
  const mark = clearance?.mark ?? input.mark ?? null
  await checkAmong(context, entries)
  const risks = riskySteps(ctx, { ...input, mark }, before)
  // builds wait for the lock, so that one which appears meanwhile is seen
  if (risks.length > 0 && !ctx.db.isTransaction) return undefined
  const past = await checkBuilds(ctx, { ...input, mark }, risks)
  const ground = await checkPromises(ctx, input, {
    promised: context.promised,
    headNumber: seen.headNumber,
    before,
  })
  // what is broken is told with the revision, or neither is
  if (ground.breaches.length > 0 && !ctx.db.isTransaction) return undefined
  // an emergency, or a way back that was found to be one, is not measured
  if (!input.reviewed && !clearance?.mark) await checkMoves(ctx, input)
  if (!clearance?.mark) await checkReaders(ctx, { ...input, mark })

  const revision = {
    environmentId: environment.id,
    publishedAt: ctx.now(),
    ...actorColumns(ctx.actor),
    message,
    mark,
    changeNumber: input.change ?? null,
    digest: await digestOfChange(before, entries),
  }
  const event = eventColumns(ctx, {
    action: 'revision.publish',
    subject: `${project.key}/${environment.key}/`,
    projectId: project.id,
    environmentId: environment.id,
    before: Object.fromEntries(before),
    after: {
      message,
      mark,
      change: revision.changeNumber,
      entries,
      ...(clearance && clearance.reaches.length > 0 && { alsoOff: clearance.reaches }),
      ...(ground.breaches.length > 0 && { broke: ground.breaches }),
      ...(past.length > 0 && { despiteBuilds: { reason: input.despite?.reason, builds: past.slice(0, 100) } }),
    },
  })
  const { above, breaches } = ground
  return { draft: { revision, event, entries, seen, watched: [...watched, ...ground.watched], above, breaches } }
}

type Documents = ReadonlyMap<string, FlagDocument | SegmentDocument>

/** The documents the entries are about, as they stand before them, by `kind/key`. */
function documentsBefore(places: PublishContext['places'], entries: readonly Entry[]): Documents {
  const subjects = new Set(entries.map(({ kind, key }) => `${kind}/${key}`))
  return new Map(
    places.flatMap(({ kind, key, document }) =>
      document !== null && subjects.has(`${kind}/${key}`) ? [[`${kind}/${key}`, document]] : [],
    ),
  )
}

/** What the entries do to the environment's digest: their exclusive or, whatever the digest is by then. */
async function digestOfChange(before: Documents, entries: readonly Entry[]): Promise<string> {
  let digest = digestOf({}, {})
  await inSlices(entries, ({ kind, key, document }) => {
    // the kind of a key's document never changes, so both sides are of the entry's kind
    const change = { kind, key, before: before.get(`${kind}/${key}`) ?? null, after: document } as DocumentChange
    digest = digestAfter(digest, [change])
  })
  return digest
}

function refuseTwice(entries: readonly Entry[]): void {
  const seen = new Set<string>()
  entries.forEach((entry, index) => {
    const subject = `${entry.kind} "${entry.key}"`
    if (seen.has(subject)) {
      const problem = {
        path: `entries[${index}].key`,
        problem: `${subject} is listed twice`,
        expected: 'one entry for each',
      }
      throw new FanionError('request/invalid', { problems: [problem] })
    }
    seen.add(subject)
  })
}
