import { nameOf, personIdOf } from '../../kernel/actor.ts'
import { insertReview } from './review-queries.ts'
import type { ActCtx, Locked } from './transition.ts'

/** Writes down what somebody said about a change. */
export const reviewChange = (ctx: ActCtx, { row }: Locked, verdict: 'request-changes' | 'comment', body: string) =>
  insertReview(ctx.db, {
    id: ctx.newId(),
    changeId: row.id,
    reviewerId: personIdOf(ctx.actor),
    reviewerName: nameOf(ctx.actor),
    verdict,
    body,
    at: ctx.now(),
    voidSince: null,
    voidBecause: null,
  })
