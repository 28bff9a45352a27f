import { z } from 'zod'
import { TrackBatch } from '../../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../../shared/limits.ts'

/**
 * Parses a batch like `TrackBatch`. Most events are valid, so a quick check accepts those, and the schema parses only
 * the rest of the batch. If the quick check is not certain, the schema parses everything.
 */
export const readBatch = (body: unknown): TrackBatch => {
  if (!isObject(body) || !Array.isArray(body['events'])) return TrackBatch.parse(body)
  const { events, exposures } = body
  const rows = events.length + (Array.isArray(exposures) ? exposures.length : 0)
  if (rows > limits.rowsPerBatch || !events.every(isSoundEvent)) return TrackBatch.parse(body)
  const rest = TrackBatch.safeParse({ ...body, events: [] })
  // Parses the whole batch, so that the error messages are the schema's.
  return rest.success ? { ...rest.data, events: events as TrackBatch['events'] } : TrackBatch.parse(body)
}

const instant = z.core.regexes.datetime({})
const isInstant = (value: unknown) => typeof value === 'string' && instant.test(value)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isText = (value: unknown, most: number) => typeof value === 'string' && value.length > 0 && value.length <= most

/** Whether an event is certainly valid. Events with several units are left to the schema. */
const isSoundEvent = (event: unknown): boolean => {
  if (!isObject(event)) return false
  for (const name of Object.keys(event)) {
    const value = event[name]
    if (name === 'event') {
      if (!isText(value, limits.nameLength)) return false
    } else if (name === 'unit') {
      if (!isText(value, limits.valueLength)) return false
    } else if (name === 'at') {
      if (!isInstant(value)) return false
    } else if (name === 'value') {
      if (!Number.isFinite(value)) return false
    } else if (name !== 'properties' || !areSoundProperties(value)) return false
  }
  return Object.hasOwn(event, 'event') && Object.hasOwn(event, 'unit') && Object.hasOwn(event, 'at')
}

const areSoundProperties = (properties: unknown): boolean => {
  if (!isObject(properties)) return false
  for (const name of Object.keys(properties)) {
    if (name === '__proto__' || name.length > 50) return false
    const value = properties[name]
    const isSound =
      typeof value === 'boolean' ||
      (typeof value === 'string' ? value.length <= limits.nameLength : Number.isFinite(value))
    if (!isSound) return false
  }
  return true
}
