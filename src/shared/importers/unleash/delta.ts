import type { UnleashConfig, UnleashDelta, UnleashFeature, UnleashSegment } from './config.ts'

/** The document that a delta's events add up to, applied in order; the last word on a feature or segment counts. */
export const applyDelta = (delta: UnleashDelta): UnleashConfig => {
  const features = new Map<string, UnleashFeature>()
  const segments = new Map<number, UnleashSegment>()
  for (const event of delta.events) {
    if (event.type === 'hydration') {
      features.clear()
      segments.clear()
      for (const feature of event.features) features.set(feature.name, feature)
      for (const segment of event.segments ?? []) segments.set(segment.id, segment)
    } else if (event.type === 'feature-updated') features.set(event.feature.name, event.feature)
    else if (event.type === 'feature-removed') features.delete(event.featureName)
    else if (event.type === 'segment-updated') segments.set(event.segment.id, event.segment)
    else segments.delete(event.segmentId)
  }
  return { features: [...features.values()], segments: [...segments.values()] }
}
