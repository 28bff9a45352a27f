import { type DocumentChange, digestAfter, digestOf } from '../../../shared/datafile/digest.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { DespiteBuilds } from '../../../shared/features/builds/schemas/build.ts'
import type { InvariantOverride } from '../../../shared/features/promises/schemas/promise.ts'
import type { Entry, Revision, RevisionMark } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { actorColumns, eventColumns } from '../../platform/kernel/audit.ts'
import { type EnvironmentCtx, inTransaction, proverOf } from '../../platform/kernel/ctx.ts'
import { yieldingMap } from '../../platform/kernel/yielding-map.ts'
import { withProofs } from '../../platform/threads/patterns/with-proofs.ts'
import { theTracer, traced } from '../../platform/tracing/trace.ts'
import { auditBreaches } from './audit-breaches.ts'
import { checkBase } from './check-base.ts'
import { checkBuilds, riskyFlagChanges } from './check-builds.ts'
import { checkEntriesIn } from './check-entries.ts'
import { checkImpact } from './check-impact.ts'
import { checkInvariants } from './check-invariants.ts'
import { authorizationNeedsEffect, checkProtection } from './check-protection.ts'
import { checkVendorProtocols } from './check-vendor-protocols.ts'
import { appendRevision, type PublishContext, publishContextOf, type RevisionDraft } from './publish-queries.ts'
import { lockEnvironment } from './queries.ts'
import { revisionView } from './view.ts'

export type PublishRequest = {
  /** The newest revision the editor had seen. */
  base: number
  message: string
  entries: readonly Entry[]
  /** Recorded on the revision, unless the publish is classified as an emergency. */
  mark?: RevisionMark
  /** The environment's protection is already satisfied, by an approved change or by an admin's bypass. */
  cleared?: boolean
  /** Someone reviewed which users move, or an admin waived that review. */
  reviewed?: boolean
  /** The revision that a restore returns to. */
  backTo?: number
  /** The change that this publish applies. */
  change?: number
  /** The promises that an admin breaks knowingly, and the reason. */
  break?: InvariantOverride | undefined
  /** An admin's reason for removing something that live builds still read. */
  despite?: DespiteBuilds | undefined
}

/**
 * Publishes entries to an environment: appends the next revision and its audit event in one transaction. This is the
 * only write path into an environment's log. If a check fails, it throws and writes nothing: `revision/stale`,
 * `auth/forbidden`, `change/approval-required`, `flag/read-by-build`, `promise/broken`, `impact/second-look`,
 * `reading/would-be-lost`, or an error about the documents.
 *
 * The checks run without a lock first. Appending locks the environment and verifies that nothing the checks read has
 * changed. If something has, everything is repeated under the lock.
 */
export async function publish(ctx: EnvironmentCtx, input: PublishRequest): Promise<Revision> {
  const { project, environment } = ctx
  const said = { 'fanion.project': project.key, 'fanion.environment': environment.key }
  return traced('publish', { ...said, 'fanion.entries': input.entries.length }, async () => {
    const revision = ctx.db.isTransaction ? undefined : await withProofs(proverOf(ctx), () => attempt(ctx, input))
    const published = revision ?? (await inTransaction(ctx, (tx) => publishLocked(tx, input)))
    theTracer()?.say({ 'fanion.revision': published.number })
    return published
  })
}

async function publishLocked(ctx: EnvironmentCtx & { readonly db: Tx }, input: PublishRequest): Promise<Revision> {
  await lockEnvironment(ctx.db, ctx.environment)
  const revision = await attempt(ctx, input)
  if (!revision) throw new Error(`the log of ${ctx.environment.key} moved under its lock`)
  return revision
}

/** Checks and appends. Returns undefined if the publish must start over under the lock. */
async function attempt(ctx: EnvironmentCtx, input: PublishRequest): Promise<Revision | undefined> {
  const checked = await checkPublishRequest(ctx, input)
  return checked && appendChecked(ctx, checked)
}

/** A checked publish, valid as long as nothing the checks read changes. */
export type CheckedPublishRequest = { readonly draft: RevisionDraft }

/**
 * Appends a checked publish, even while others wait for the environment. Returns undefined and writes nothing if
 * anything the checks read has changed.
 */
export async function appendChecked(
  ctx: EnvironmentCtx,
  { draft }: CheckedPublishRequest,
): Promise<Revision | undefined> {
  const appended = await appendRevision(ctx.db, draft)
  const { revision, entries, breaches } = draft
  // Safe cast: with breaches, `checkPublication` requires a transaction.
  if (appended && breaches.length > 0)
    await auditBreaches(ctx as EnvironmentCtx & { readonly db: Tx }, appended.number, breaches)
  return appended && revisionView(ctx.environment.key, { ...revision, ...appended }, entries, breaches)
}

/**
 * Checks a publish without taking a lock. Returns undefined if its effect on users must be computed under the
 * environment's lock.
 */
export async function checkPublishRequest(
  ctx: EnvironmentCtx,
  input: PublishRequest,
): Promise<CheckedPublishRequest | undefined> {
  const { environment, project } = ctx
  const { entries, message } = input
  refuseTwice(entries)
  const context = await publishContextOf(ctx.db, environment, entries)
  const { state: seen, places: watched } = context
  await checkBase(ctx, seen.headNumber, input.base, entries)
  const before = documentsBefore(watched, entries)
  const asks = { ...ctx, environment: { ...environment, ...seen } }
  // the effect on users must be computed while no one else can publish
  if (!input.cleared && authorizationNeedsEffect(asks) && !ctx.db.isTransaction) return undefined
  const clearance = input.cleared ? undefined : await checkProtection(asks, input)
  const mark = clearance?.mark ?? input.mark ?? null
  await checkEntriesIn(context, entries)
  const risks = riskyFlagChanges(ctx, { ...input, mark }, before)
  // builds register under the lock, so that none appears during the check
  if (risks.length > 0 && !ctx.db.isTransaction) return undefined
  const past = await checkBuilds(ctx, { ...input, mark }, risks)
  const ground = await checkInvariants(ctx, input, {
    promised: context.promised,
    headNumber: seen.headNumber,
    before,
  })
  // the revision and the events of its breaches must commit together
  if (ground.breaches.length > 0 && !ctx.db.isTransaction) return undefined
  // emergencies and rollbacks to an approved state are exempt
  if (!input.reviewed && !clearance?.mark) await checkImpact(ctx, input)
  if (!clearance?.mark) await checkVendorProtocols(ctx, { ...input, mark })

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

/** The current documents of the entries' subjects, by `kind/key`. */
function documentsBefore(places: PublishContext['places'], entries: readonly Entry[]): Documents {
  const subjects = new Set(entries.map(({ kind, key }) => `${kind}/${key}`))
  return new Map(
    places.flatMap(({ kind, key, document }) =>
      document !== null && subjects.has(`${kind}/${key}`) ? [[`${kind}/${key}`, document]] : [],
    ),
  )
}

/** The XOR that the entries apply to the environment's digest. Independent of the digest itself. */
async function digestOfChange(before: Documents, entries: readonly Entry[]): Promise<string> {
  let digest = digestOf({}, {})
  await yieldingMap(entries, ({ kind, key, document }) => {
    // Safe cast: the kind of a key's document never changes, so both sides have the entry's kind.
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
