import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ProgramServices } from './services.ts'

/** Keeps a program from going back: it asks again, here or at another server, until one knows what it knows. */
export async function refuseBehind(
  { states }: ProgramServices,
  environmentId: string,
  revision?: number,
): Promise<void> {
  if (revision === undefined || !(await states.isBehind(environmentId, revision))) return
  const sentence = `This server doesn’t have revision ${revision} yet.`
  throw new FanionError('server/unavailable', { retryAfterSeconds: 1 }, sentence)
}
