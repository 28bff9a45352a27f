import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Context } from '../../../shared/schemas/context.ts'

/** The evaluation context of a request body; anything else is refused with what would be right. */
export function contextOf(body: unknown): Context {
  const context = typeof body === 'object' && body !== null && 'context' in body ? body.context : undefined
  // attributes are the caller's own; the engine takes any
  if (typeof context === 'object' && context !== null && !Array.isArray(context)) return context as Context
  const problem = {
    path: 'context',
    problem: 'it is missing or no object',
    expected: '{"context": {"targetingKey": "user-1"}}',
  }
  throw new FanionError(
    'request/invalid',
    { problems: [problem] },
    'Send a context: {"context": {"targetingKey": "user-1"}}.',
  )
}
