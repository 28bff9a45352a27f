import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ProgramServices } from './services.ts'

/**
 * Prevents a client from going back to an older revision: it retries, here or on another server, until one has its
 * revision.
 */
export async function requireClientRevision(
  { states }: ProgramServices,
  environmentId: string,
  revision?: number,
): Promise<void> {
  if (revision === undefined || !(await states.isBehind(environmentId, revision))) return
  const sentence = `This server doesn’t have revision ${revision} yet.`
  throw new FanionError('server/unavailable', { retryAfterSeconds: 1 }, sentence)
}
