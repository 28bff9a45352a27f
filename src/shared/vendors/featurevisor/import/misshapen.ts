import type { Json } from '../../../schemas/keys.ts'
import type { Report } from '../../importing/finding.ts'
import { parsed } from './condition.ts'
import type { FvFeature } from './config.ts'

const someIn = (node: Json, fails: (leaf: Json) => boolean): boolean => {
  if (typeof node !== 'object' || node === null) return fails(node)
  if (Array.isArray(node)) return node.some((one) => someIn(one, fails))
  if (node['attribute'] !== undefined) return false
  const list = [node['and'], node['or'], node['not']].find(Array.isArray)
  return list?.some((one) => someIn(one, fails)) === true
}

/** Whether the SDK throws on conditions: one of them is not an object, list or string. */
export const failingConditions = (conditions: Json): boolean =>
  someIn(parsed(conditions), (leaf) => typeof leaf !== 'string')

export const failingSentence =
  'A condition is neither an object, nor a list, nor “*”, so the SDK fails. Correct it and import again.'

/** Whether the SDK throws on segments: one of them is null. */
const failingSegments = (segments: Json): boolean => {
  const isText = typeof segments === 'string' && /^[[{]/.test(segments)
  return someIn(isText ? parsed(segments) : segments, (leaf) => leaf === null)
}

/** Reports the parts of a feature that make the SDK throw, or that no Fanion flag can reproduce. */
export const reportMisshapen = (report: Report, { force, traffic, variations }: FvFeature): void => {
  const checkConditions = (path: string, conditions: Json | undefined): void => {
    if (conditions && failingConditions(conditions)) report('block', `${path}.conditions`, failingSentence)
  }
  const checkSegments = (path: string, segments: Json): void => {
    if (!failingSegments(segments)) return
    report('block', `${path}.segments`, 'One of the segments is null, so the SDK fails. Correct it and import again.')
  }
  const checkEnabled = (path: string, enabled: boolean | null | undefined): void => {
    if (enabled !== null) return
    const why = 'for the SDK that is neither enabled nor disabled'
    report('block', `${path}.enabled`, `enabled is null; ${why}. Set it to true or false, or leave it out.`)
  }
  for (const [i, { conditions, segments, enabled }] of (force ?? []).entries()) {
    checkConditions(`force.${i}`, conditions)
    if (segments) checkSegments(`force.${i}`, segments)
    checkEnabled(`force.${i}`, enabled)
  }
  for (const [i, { segments, enabled }] of traffic.entries()) {
    checkSegments(`traffic.${i}`, segments)
    checkEnabled(`traffic.${i}`, enabled)
  }
  for (const [i, { variableOverrides }] of (variations ?? []).entries()) {
    for (const [name, overrides] of Object.entries(variableOverrides ?? {})) {
      const path = `variations.${i}.variableOverrides.${name}`
      for (const { conditions, segments } of overrides) {
        if (isNoJson(conditions))
          report('block', path, 'Its conditions aren’t valid JSON, so the SDK fails. Correct them.')
        checkConditions(path, conditions)
        if (!conditions && segments) checkSegments(path, segments)
      }
    }
  }
}

/** The SDK parses the conditions of an override without checking that they are JSON. */
const isNoJson = (conditions: Json | undefined): boolean =>
  typeof conditions === 'string' && conditions !== '' && conditions !== '*' && parsed(conditions) === conditions
