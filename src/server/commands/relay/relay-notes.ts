import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { ProgramAttributes } from '../../../shared/features/attributes/schemas/attribute.ts'
import { FlagNotes } from '../../../shared/features/insights/schemas/insights.ts'
import { ProgramEvents } from '../../../shared/features/usage/schemas/tracked.ts'
import type { ProgramNotes } from '../../platform/http/notes.ts'
import { RelayKeyRejected, type UpstreamPort, UpstreamUnavailable } from './upstream.ts'

/** Reads what `fanion pull` requests from the upstream, without caching. */
export const relayNotes = (upstreamOf: (environmentId: string) => UpstreamPort): ProgramNotes => {
  const read = async (environmentId: string, path: string): Promise<unknown> => {
    try {
      return (await upstreamOf(environmentId).read(path)).body
    } catch (error) {
      if (!(error instanceof UpstreamUnavailable || error instanceof RelayKeyRejected)) throw error
      const sentence = 'This relay can’t reach its upstream now.'
      throw new FanionError('server/unavailable', { retryAfterSeconds: 5 }, sentence)
    }
  }
  return {
    attributes: async ({ environmentId }) => ProgramAttributes.parse(await read(environmentId, '/sdk/v1/attributes')),
    flags: async ({ environmentId }) => FlagNotes.parse(await read(environmentId, '/sdk/v1/flags')),
    events: async ({ environmentId }) => ProgramEvents.parse(await read(environmentId, '/sdk/v1/events')),
  }
}
