import { type Checked, checkTouched, type Publication } from '../../../../shared/impact/promise/touched.ts'

/** Request to the worker: a publish that was not requested yet, and its target. */
export type Question = Publication & { nowMs: number; headNumber: number }

export type Reply = { checked: Checked[] } | { problem: string }

const answer = ({ nowMs, headNumber, ...publication }: Question): Reply => {
  try {
    const ruleId = crypto.randomUUID()
    return { checked: checkTouched(publication, { nowMs, headNumber, ruleId }) }
  } catch (cause) {
    return { problem: cause instanceof Error ? cause.message : String(cause) }
  }
}

addEventListener('message', (event: MessageEvent<Question>) => postMessage(answer(event.data)))
