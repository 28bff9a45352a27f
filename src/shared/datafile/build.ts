import type { Datafile } from '../schemas/datafile.ts'
import { digestOf } from './digest.ts'

const sorted = <T>(documents: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(documents).sort(([a], [b]) => (a < b ? -1 : 1)))

/**
 * Builds the datafile of one environment at one revision. Documents are sorted by key, so that the same state always
 * serializes to the same bytes. They are shared with the input, not copied.
 */
export const buildDatafile = (state: Omit<Datafile, 'format' | 'digest'>): Datafile => ({
  format: 1,
  project: state.project,
  environment: state.environment,
  revision: state.revision,
  publishedAt: state.publishedAt,
  digest: digestOf(state.flags, state.segments),
  flags: sorted(state.flags),
  segments: sorted(state.segments),
})
