import { isFields } from '../../importing/assembly.ts'
import type { UnleashDelta } from './config.ts'

/** Applies a delta's events in order. The last event of a feature or segment wins. */
export const applyDelta = (delta: UnleashDelta): { features: unknown[]; segments: unknown[] } => {
  const features = new Map<unknown, unknown>()
  const segments = new Map<unknown, unknown>()
  // Members without a usable name are kept separately, to be reported.
  const add = (all: Map<unknown, unknown>, member: unknown, name: string) =>
    all.set(isFields(member) && member[name] !== undefined ? member[name] : { member }, member)
  for (const event of delta.events) {
    if (event.type === 'hydration') {
      features.clear()
      segments.clear()
      for (const feature of event.features) add(features, feature, 'name')
      for (const segment of event.segments ?? []) add(segments, segment, 'id')
    } else if (event.type === 'feature-updated') add(features, event.feature, 'name')
    else if (event.type === 'feature-removed') features.delete(event.featureName)
    else if (event.type === 'segment-updated') add(segments, event.segment, 'id')
    else segments.delete(event.segmentId)
  }
  return { features: [...features.values()], segments: [...segments.values()] }
}
