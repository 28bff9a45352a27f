import {
  type CheckedInvariant,
  checkAffectedInvariants,
  type Publication,
} from '../../../../shared/impact/promise/touched.ts'

/** Request to the worker: a publish that was not requested yet, and its target. */
export type InvariantRequest = Publication & { nowMs: number; headNumber: number }

export type InvariantReply = { checked: CheckedInvariant[] } | { problem: string }

const answer = ({ nowMs, headNumber, ...publication }: InvariantRequest): InvariantReply => {
  try {
    const ruleId = crypto.randomUUID()
    return { checked: checkAffectedInvariants(publication, { nowMs, headNumber, ruleId }) }
  } catch (cause) {
    return { problem: cause instanceof Error ? cause.message : String(cause) }
  }
}

addEventListener('message', (event: MessageEvent<InvariantRequest>) => postMessage(answer(event.data)))
